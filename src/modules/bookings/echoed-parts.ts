import type { Attribute, Attributes } from "../../kernel/attribute.ts";
import { ValidationErrors, RequestError } from "../../kernel/errors.ts";
import type { Relations } from "../../kernel/relation.ts";
import type { Resource } from "../../kernel/resource.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { readDraft } from "../../kernel/write/read-draft.ts";
import { lockRecord } from "../../kernel/write/store.ts";
import { bookingComment } from "./booking-comment.ts";
import { bookingsFee } from "./bookings-fee.ts";
import { givenTax } from "./bookings-tax.ts";

/** A list of a booking that an update does not change. */
interface Part {
  readonly resource: Resource<Attributes, Relations, number>;
  /** The column that says when one of them ended. */
  readonly gone: string;
  readonly instead: string;
}

const comments: Part = {
  resource: bookingComment,
  gone: "deleted_at",
  instead: "POST /booking_comments, and PUT or DELETE /booking_comments/:booking_comment_id, change them",
};

const parts: Readonly<Record<string, Part>> = {
  bookings_fees: {
    resource: bookingsFee,
    gone: "canceled_at",
    instead:
      "PATCH /bookings/:id/add_bookings_fee and PATCH /bookings/:id/remove_bookings_fee/:bookings_fee_id change them",
  },
  bookings_taxes: {
    resource: givenTax,
    gone: "canceled_at",
    instead: "they are given when the booking is created, and follow its fees",
  },
  booking_comments: comments,
  comments,
};

/** Names under which a booking's body may hold its parts. */
export const partNames: readonly string[] = Object.keys(parts);

/**
 * Refuses an update that says something else of a booking's fees, taxes or comments than what they are: it would have no effect, and the
 * operations that do it are named. Silent in the specification: whole records may be echoed (conventions.md, Writing), so a list
 * that is embedded in one (`include=bookings_fees`) is let pass as it was read.
 */
export async function refuseChangedParts(
  context: WriteContext,
  bookingId: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    const given = draft.extra(name);
    if (given === undefined || (await isEcho(context, bookingId, part, given))) continue;
    errors.add(name, `cannot be changed with the booking: ${part.instead}`);
  }
}

/** Whether a list names every live part of the booking by its id, once, and changes none. */
async function isEcho(context: WriteContext, bookingId: number, part: Part, given: unknown): Promise<boolean> {
  if (!Array.isArray(given)) return false;
  const { table } = part.resource;
  const rows = await context.transaction.rows<{ id: number }>(
    `select id from ${table} where account_id = $1 and booking_id = $2 and ${part.gone} is null`,
    [context.account.id, bookingId],
  );
  const left = new Set(rows.map(({ id }) => id));
  for (const element of given) {
    if (!isObject(element) || typeof element.id !== "number" || !left.delete(element.id)) return false;
    if (await changes(context, part.resource, element.id, element)) return false;
  }
  return left.size === 0;
}

async function changes(
  context: WriteContext,
  resource: Resource<Attributes, Relations, number>,
  id: number,
  element: Record<string, unknown>,
): Promise<boolean> {
  const stored = await lockRecord(context, resource, id).catch(noneIfRefused);
  if (!stored) return true;
  const own = new ValidationErrors();
  const draft = readDraft(resource, element, { defaultLocale: context.account.defaultLocale, stored }, own);
  return !own.isEmpty || [...draft.entries()].some(([attribute]) => isChanged(draft, attribute));
}

/** A translated text that is named in one locale changes that one only. */
function isChanged(draft: Draft, attribute: Attribute<unknown>): boolean {
  const before = draft.stored(attribute);
  const given = draft.given(attribute);
  if (!attribute.translated || !isObject(before) || !isObject(given)) return draft.changes(attribute);
  return Object.entries(given).some(([locale, text]) => (before[locale] ?? null) !== text);
}

function noneIfRefused(error: unknown): undefined {
  if (error instanceof RequestError) return undefined;
  throw error;
}
