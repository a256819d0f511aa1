import type { Attribute, Attributes } from "../../../kernel/attribute.ts";
import { RequestError, type ValidationErrors } from "../../../kernel/errors.ts";
import type { NestedBody } from "../../../kernel/nested.ts";
import type { Relations } from "../../../kernel/relation.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../kernel/write/input/draft.ts";
import { lockRecord } from "../../../kernel/write/lock-record.ts";
import { bookingsFee } from "./bill/bookings-fee.ts";
import { givenTax } from "./bill/bookings-tax.ts";
import { bookingComment } from "./booking-comment.ts";
import { echoedLists } from "./nested-bodies.ts";

/** A list of a booking that an update does not change. */
interface EchoedPart {
  readonly list: NestedBody;
  readonly resource: Resource<Attributes, Relations, number>;
  /** The column that says when one of them ended. */
  readonly endedAt: string;
  readonly instead: string;
}

const comments = {
  resource: bookingComment,
  endedAt: "deleted_at",
  instead: "POST /booking_comments, and PUT or DELETE /booking_comments/:booking_comment_id, change them",
};

const parts: Readonly<Record<keyof typeof echoedLists, EchoedPart>> = {
  bookings_fees: {
    list: echoedLists.bookings_fees,
    resource: bookingsFee,
    endedAt: "canceled_at",
    instead:
      "PATCH /bookings/:id/add_bookings_fee and PATCH /bookings/:id/remove_bookings_fee/:bookings_fee_id change them",
  },
  bookings_taxes: {
    list: echoedLists.bookings_taxes,
    resource: givenTax,
    endedAt: "canceled_at",
    instead: "they are given when the booking is created, and follow its fees",
  },
  booking_comments: { list: echoedLists.booking_comments, ...comments },
  comments: { list: echoedLists.comments, ...comments },
};

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
    const given = draft.list(part.list);
    if (given === undefined || (await isEcho(context, bookingId, part, given))) continue;
    errors.add(name, `cannot be changed with the booking: ${part.instead}`);
  }
}

/** Whether a list names every live part of the booking by its id, once, and changes none. */
async function isEcho(
  context: WriteContext,
  bookingId: number,
  { resource, endedAt }: EchoedPart,
  given: readonly Element[],
): Promise<boolean> {
  const rows = await context.transaction.rows<{ id: number }>(
    `select id from ${resource.table} where account_id = $1 and booking_id = $2 and ${endedAt} is null`,
    [context.account.id, bookingId],
  );
  const left = new Set(rows.map(({ id }) => id));
  for (const { id, draft, errors } of given) {
    if (id === undefined || !left.delete(id) || !errors.isEmpty) return false;
    const stored = await lockRecord(context, resource, id).catch(noneIfRefused);
    if (!stored) return false;
    const echo = draft.over(stored);
    if ([...echo.entries()].some(([attribute]) => isChanged(echo, attribute))) return false;
  }
  return left.size === 0;
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
