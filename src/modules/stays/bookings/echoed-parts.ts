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
import { inputTax } from "./bill/bookings-tax.ts";
import { bookingComment } from "./booking-comment.ts";
import { echoedLists } from "./nested-bodies.ts";

/** A booking's list that an update accepts only unchanged. */
interface EchoedPart {
  readonly list: NestedBody;
  readonly resource: Resource<Attributes, Relations, number>;
  /** The column with the time at which an element ended. */
  readonly endedAt: string;
  readonly instead: string;
}

const comments = {
  resource: bookingComment,
  endedAt: "deleted_at",
  instead: "use POST /booking_comments, and PUT or DELETE /booking_comments/:booking_comment_id",
};

const parts: Readonly<Record<keyof typeof echoedLists, EchoedPart>> = {
  bookings_fees: {
    list: echoedLists.bookings_fees,
    resource: bookingsFee,
    endedAt: "canceled_at",
    instead: "use PATCH /bookings/:id/add_bookings_fee and PATCH /bookings/:id/remove_bookings_fee/:bookings_fee_id",
  },
  bookings_taxes: {
    list: echoedLists.bookings_taxes,
    resource: inputTax,
    endedAt: "canceled_at",
    instead: "they are set when the booking is created, and follow its fees",
  },
  booking_comments: { list: echoedLists.booking_comments, ...comments },
  comments: { list: echoedLists.comments, ...comments },
};

/**
 * Refuses an update that changes a booking's fees, taxes or comments, and names the operations that can.
 * Unspecified: a client may echo a whole record (conventions.md, Writing), so unchanged embedded lists pass.
 */
export async function refuseChangedParts(
  context: WriteContext,
  bookingId: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    const elements = draft.list(part.list);
    if (elements === undefined || (await isEcho(context, bookingId, part, elements))) continue;
    errors.add(name, `cannot be changed with the booking: ${part.instead}`);
  }
}

/** Whether a list names each of the booking's live parts once by id, and changes none. */
async function isEcho(
  context: WriteContext,
  bookingId: number,
  { resource, endedAt }: EchoedPart,
  elements: readonly Element[],
): Promise<boolean> {
  const rows = await context.transaction.rows<{ id: number }>(
    `select id from ${resource.table} where account_id = $1 and booking_id = $2 and ${endedAt} is null`,
    [context.account.id, bookingId],
  );
  const left = new Set(rows.map(({ id }) => id));
  for (const { id, draft, errors } of elements) {
    if (id === undefined || !left.delete(id) || !errors.isEmpty) return false;
    const stored = await lockRecord(context, resource, id).catch(ignoreRefusal);
    if (!stored) return false;
    const echo = draft.over(stored);
    if ([...echo.entries()].some(([attribute]) => isChanged(echo, attribute))) return false;
  }
  return left.size === 0;
}

/** A translated text changes only in the locales that the write names. */
function isChanged(draft: Draft, attribute: Attribute<unknown>): boolean {
  const before = draft.stored(attribute);
  const input = draft.input(attribute);
  if (!attribute.translated || !isObject(before) || !isObject(input)) return draft.changes(attribute);
  return Object.entries(input).some(([locale, text]) => (before[locale] ?? null) !== text);
}

function ignoreRefusal(error: unknown): undefined {
  if (error instanceof RequestError) return undefined;
  throw error;
}
