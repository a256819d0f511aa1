import { mayAny } from "../kernel/scopes.ts";
import { Messages } from "../kernel/refusal.ts";
import type { Resource } from "../kernel/resource.ts";
import { isObject } from "../kernel/values/structure.ts";
import { integerValue } from "../kernel/values/number.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { readDraft } from "../kernel/write/read-draft.ts";
import { checkReferences } from "../kernel/write/references.ts";
import { insertRecord } from "../kernel/write/store.ts";
import { bookingComment } from "./booking-comment.ts";
import { lockOf } from "./booking-lock.ts";
import type { FeeLine, TaxLine } from "./booking-totals.ts";
import { bookingsFee } from "./bookings-fee.ts";
import { givenTax } from "./bookings-tax.ts";

/** The most comments, fees or taxes that one request brings. */
const mostParts = 100;

const anId = integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** A fee of the body, checked: its draft, and what it takes over from the fee that it is tied to. */
export interface GivenFee {
  readonly draft: Draft;
  readonly line: FeeLine;
  readonly columns: Readonly<Record<string, unknown>>;
}

export interface GivenTax {
  readonly draft: Draft;
  readonly line: TaxLine;
  readonly columns: Readonly<Record<string, unknown>>;
}

/**
 * Reads the elements of a list inside a body, each as a record of its own. Their problems stand under the list's name:
 * `{ "bookings_fees": ["element 1: price can't be blank"] }`.
 */
async function readParts(
  context: WriteContext,
  resource: Resource,
  name: string,
  input: unknown,
  messages: Messages,
  extras: readonly string[] = [],
): Promise<Draft[]> {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input) || input.length > mostParts) {
    messages.add(name, `must be an array of at most ${mostParts} objects`);
    return [];
  }
  const drafts: Draft[] = [];
  for (const [index, element] of input.entries()) {
    const own = new Messages();
    if (!isObject(element)) own.add("base", "must be an object");
    else {
      const draft = readDraft(resource, element, { defaultLocale: context.account.defaultLocale, extras }, own);
      await checkReferences(context, draft, own);
      drafts.push(draft);
    }
    tell(name, index, own, messages);
  }
  return drafts;
}

/** Reads the fees of a body for a booking of a rental. */
export async function readFees(
  context: WriteContext,
  rentalId: number,
  input: unknown,
  messages: Messages,
): Promise<GivenFee[]> {
  const { attributes, relations } = bookingsFee;
  const fees: GivenFee[] = [];
  const drafts = await readParts(context, bookingsFee, "bookings_fees", input, messages);
  for (const [index, draft] of drafts.entries()) {
    const own = new Messages();
    const rentalsFee = relations.rentals_fee.written ? draft.given(relations.rentals_fee.written.attribute) : undefined;
    const origin = typeof rentalsFee === "number" ? await originOf(context, rentalId, rentalsFee, own) : undefined;
    const timesBooked = draft.given(attributes.times_booked) ?? 1;
    if (origin && origin.maximum_bookable !== null && timesBooked > origin.maximum_bookable) {
      own.add("times_booked", `must be less than or equal to ${origin.maximum_bookable}`);
    }
    tell("bookings_fees", index, own, messages);
    fees.push({
      draft,
      line: { price: draft.given(attributes.price) ?? 0, timesBooked, includedInPrice: true },
      columns: {
        created_by_application_id: context.caller.application,
        locked: mayAny(context.caller.scopes, ["bookings_write"]) ? null : lockOf(context.caller),
        fee_id: origin?.fee_id ?? null,
        ...(draft.gives(attributes.name) ? {} : { name: JSON.stringify(origin?.name ?? {}) }),
        ...(draft.gives(attributes.kind) ? {} : { kind: origin?.kind ?? null }),
        ...(draft.gives(attributes.required) ? {} : { required: origin?.required ?? false }),
        ...(draft.gives(attributes.public) ? {} : { public: origin?.public ?? false }),
      },
    });
  }
  return fees;
}

/** Reads the taxes of a body. Each taxes the rental, or a fee of the account. */
export async function readTaxes(
  context: WriteContext,
  rentalId: number,
  input: unknown,
  messages: Messages,
): Promise<GivenTax[]> {
  const { attributes } = givenTax;
  const taxes: GivenTax[] = [];
  const drafts = await readParts(context, givenTax, "bookings_taxes", input, messages, ["taxable_id", "taxable_type"]);
  for (const [index, draft] of drafts.entries()) {
    const own = new Messages();
    const taxable = await taxableOf(context, rentalId, draft, own);
    tell("bookings_taxes", index, own, messages);
    const included = draft.given(attributes.included) ?? false;
    taxes.push({
      draft,
      line: { amount: draft.given(attributes.amount) ?? 0, included },
      columns: { taxable_type: taxable.type, taxable_id: taxable.id, tax_included_in_price: included },
    });
  }
  return taxes;
}

/** Reads the comments of a body. */
export function readComments(context: WriteContext, input: unknown, messages: Messages): Promise<Draft[]> {
  const commentOfNewBooking = { ...bookingComment, relations: {} };
  return readParts(context, commentOfNewBooking, "comments", input, messages);
}

/** Stores the parts of a booking. */
export async function storeParts(
  context: WriteContext,
  bookingId: number,
  parts: {
    readonly fees: readonly GivenFee[];
    readonly taxes: readonly GivenTax[];
    readonly comments: readonly Draft[];
  },
): Promise<void> {
  for (const fee of parts.fees) await insertRecord(context, fee.draft, { booking_id: bookingId, ...fee.columns });
  for (const tax of parts.taxes) await insertRecord(context, tax.draft, { booking_id: bookingId, ...tax.columns });
  for (const comment of parts.comments) {
    await insertRecord(context, comment, {
      booking_id: bookingId,
      created_by_application_id: context.caller.application,
    });
  }
}

interface FeeOrigin {
  readonly fee_id: number;
  readonly name: unknown;
  readonly kind: string;
  readonly required: boolean;
  readonly public: boolean;
  readonly maximum_bookable: number | null;
}

/** The rentals fee that a booking's fee is tied to; it must be one of the booking's rental. */
async function originOf(
  context: WriteContext,
  rentalId: number,
  id: number,
  messages: Messages,
): Promise<FeeOrigin | undefined> {
  const row = await context.transaction.row<FeeOrigin>(
    `select rentals_fees.fee_id, fees.name, fees.kind, rentals_fees.required, rentals_fees.public, rentals_fees.maximum_bookable
     from rentals_fees join fees on fees.account_id = rentals_fees.account_id and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = $1 and rentals_fees.id = $2 and rentals_fees.rental_id = $3 and rentals_fees.archived_at is null`,
    [context.account.id, id, rentalId],
  );
  if (!row) messages.add("rentals_fee_id", "must be a fee of the booking's rental");
  return row;
}

async function taxableOf(
  context: WriteContext,
  rentalId: number,
  draft: Draft,
  messages: Messages,
): Promise<{ type: string; id: number }> {
  const type = draft.extra("taxable_type") ?? "Rental";
  const accepted = anId.accept(draft.extra("taxable_id") ?? (type === "Rental" ? rentalId : undefined));
  const id = "value" in accepted ? accepted.value : 0;
  if (type !== "Rental" && type !== "Fee") messages.add("taxable_type", "must be one of: Rental, Fee");
  else if (type === "Rental" && id !== rentalId) messages.add("taxable_id", "must be the booking's rental");
  else if (type === "Fee") {
    const found = await context.transaction.run("select from fees where account_id = $1 and id = $2", [
      context.account.id,
      id,
    ]);
    if (found === 0) messages.add("taxable_id", "must be a fee of the account");
  }
  return { type: type === "Fee" ? "Fee" : "Rental", id };
}

function tell(name: string, index: number, own: Messages, messages: Messages): void {
  for (const [attribute, sentences] of Object.entries(own.byAttribute)) {
    for (const sentence of sentences) messages.add(name, `element ${index + 1}: ${attribute} ${sentence}`);
  }
}

/** What a booking's fees and taxes come to at the moment. */
export async function storedLines(
  context: WriteContext,
  bookingId: number,
): Promise<{ fees: FeeLine[]; taxes: TaxLine[] }> {
  const fees = await context.transaction.rows<{ price: number; times_booked: number; included_in_price: boolean }>(
    "select price, times_booked, included_in_price from bookings_fees where account_id = $1 and booking_id = $2 and canceled_at is null",
    [context.account.id, bookingId],
  );
  const taxes = await context.transaction.rows<{ amount: number; tax_included_in_price: boolean }>(
    "select amount, tax_included_in_price from bookings_taxes where account_id = $1 and booking_id = $2 and canceled_at is null",
    [context.account.id, bookingId],
  );
  return {
    fees: fees.map((fee) => ({
      price: fee.price,
      timesBooked: fee.times_booked,
      includedInPrice: fee.included_in_price,
    })),
    taxes: taxes.map((tax) => ({ amount: tax.amount, included: tax.tax_included_in_price })),
  };
}
