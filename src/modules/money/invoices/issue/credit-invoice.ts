import { negated, totalsOf, vatGroups } from "../../../../core/invoices/invoice-line.ts";
import { string } from "../../../../kernel/attribute.ts";
import { publishChange } from "../../../../kernel/changes/publish-change.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { type LiveInvoice, liveInvoices, referenceTo } from "../document/earlier-invoices.ts";
import { type InvoicedBooking, lockInvoicedBooking } from "../document/invoiced-booking.ts";
import { readLetterhead } from "../document/read-seller.ts";
import { lockGuestOfInvoice } from "../guest-invoices.ts";
import { invoice } from "../invoice.ts";
import { createInvoice, requestOf, todayOf } from "./create-invoice.ts";
import type { UnnumberedDocument } from "./draft-invoice.ts";
import { issueInvoice } from "./issue-invoice.ts";

const reason = string({ maxLength: 500 })
  .inputOnly()
  .description("The reason, in the invoice's language. The credit note shows it.");

/** The body of a credit note. */
export const creditBody = jsonBody(bodyOf(invoice, { reason }, "is not an attribute of a credit note"), {
  own: true,
  optional: true,
});

const { amount, electronic, locale, buyer, notes } = invoice.attributes;

/** The body of a correction. */
export const correctBody = jsonBody(
  bodyOf(invoice, { reason, amount, electronic, locale, buyer, notes }, "is not an attribute of a correction"),
  {
    own: true,
    optional: true,
  },
);

/** An invoice to cancel, with its locked booking. */
interface Credited {
  readonly booking: InvoicedBooking;
  readonly live: LiveInvoice;
  readonly client: number | null;
  readonly electronic: boolean;
}

/** Locks an invoice's booking, which serializes what happens to its invoices, and its guest. */
export async function lockBookingOfInvoice(context: WriteContext, id: number): Promise<InvoicedBooking | undefined> {
  const { transaction, account } = context;
  const row = await transaction.row<{ booking_id: number }>(
    "select booking_id from invoices where account_id = $1 and id = $2",
    [account.id, id],
  );
  const booking = row && (await lockInvoicedBooking(context, row.booking_id));
  await lockGuestOfInvoice(context, id);
  return booking;
}

/**
 * Cancels an invoice: a credit note with the same lines, negated.
 * @returns the credit note
 * @throws RequestError 422 for a credit note, a credited invoice, or a deposit that an invoice deducts
 */
export async function creditInvoice(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
  booking: InvoicedBooking | undefined,
): Promise<Outcome> {
  const credited = await creditable(context, id, booking, errors);
  errors.throwIfAny();
  return { shows: invoice, id: await issueCredit(context, credited(), draft.input(reason) ?? null) };
}

/**
 * Cancels an invoice and issues the booking's current bill, in one transaction.
 * @returns the new invoice, with the credit note's id in `meta`
 * @throws RequestError 422 as `creditInvoice` does, and for missing data of a new invoice
 */
export async function correctInvoice(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
  booking: InvoicedBooking | undefined,
): Promise<Outcome> {
  const credited = await creditable(context, id, booking, errors);
  errors.throwIfAny();
  const { live, booking: locked } = credited();
  const credit = await issueCredit(context, credited(), draft.input(reason) ?? null);
  const asBefore = live.kind === "deposit" ? live.document.totals.gross : undefined;
  const request = { ...requestOf(draft, errors), kind: live.kind, amount: draft.input(amount) ?? asBefore };
  const corrected = await createInvoice(context, locked, request, errors);
  return { shows: invoice, id: corrected, meta: { credit_note_id: credit } };
}

/** Checks that an invoice can be canceled. @returns reads it once `errors` is empty */
async function creditable(
  context: WriteContext,
  id: number,
  booking: InvoicedBooking | undefined,
  errors: ValidationErrors,
): Promise<() => Credited> {
  if (!booking) throw new Error(`Invoice ${id} disappeared while locked.`);
  const stored = await readStored(context, id);
  const live = await liveInvoices(context, booking.id);
  const own = live.find((each) => each.id === id);
  if (stored.kind === "credit_note") errors.add("base", "is a credit note and cannot be credited");
  else if (!own) errors.add("base", "is already credited");
  const final = own?.kind === "deposit" ? live.find(({ kind }) => kind === "invoice") : undefined;
  if (final) errors.add("base", `is deducted by the invoice ${final.document.number}: credit that one first`);
  return () => {
    if (!own) throw new Error(`Invoice ${id} cannot be credited.`);
    return { booking, live: own, client: stored.client_id, electronic: stored.electronic };
  };
}

async function readStored({ transaction, account }: WriteContext, id: number) {
  const row = await transaction.row<{ kind: string; client_id: number | null; electronic: boolean }>(
    "select kind, client_id, ubl is not null as electronic from invoices where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`Invoice ${id} disappeared while locked.`);
  return row;
}

async function issueCredit(
  context: WriteContext,
  { booking, live, client, electronic }: Credited,
  words: string | null,
): Promise<number> {
  const { number: _number, issued_on: _day, ...original } = live.document;
  const lines = negated(original.lines);
  const document: UnnumberedDocument = {
    ...original,
    kind: "credit_note",
    due_on: null,
    lines,
    vat: vatGroups(lines),
    contained: original.contained.map((tax) => ({ ...tax, amount: -tax.amount })),
    totals: totalsOf(lines),
    paid: 0,
    references: [referenceTo(live)],
    notes: words,
  };
  const letterhead = await readLetterhead(context);
  const credit = { booking: booking.id, client, document, letterhead, electronic, credited: live.id };
  const id = await issueInvoice(context, credit, todayOf(context));
  // The credited invoice shows its credit note, and its row never changes.
  await publishChange(context, {
    resource: invoice.name,
    id: live.id,
    operation: "updated",
    changes: { credit_note_id: [null, id] },
  });
  return id;
}
