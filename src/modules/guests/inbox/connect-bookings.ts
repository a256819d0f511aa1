import { integer } from "../../../kernel/attribute.ts";
import { nestedList } from "../../../kernel/nested.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { touchRecords } from "../../../kernel/write/store.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { conversation } from "./conversation.ts";

const bookingId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  .required()
  .inputOnly()
  .description("The id of a booking.");

/** Bookings listed by id. */
const namedBookings = nestedList(
  bodyOf(booking, { id: bookingId }, "is not accepted here: send only the booking's id"),
  {
    atLeast: 1,
    atMost: 200,
    required: true,
    description: "The bookings, each as its id.",
  },
);

/** `{ "bookings": [{ "id": 15 }] }`. */
export const namedBookingsBody = jsonBody(bodyOf(conversation, {}, "is not accepted here"), {
  own: true,
  flat: true,
  nested: { bookings: namedBookings },
});

/** Locks the guests, who come before the conversation in lock order, so that a concurrent erasure of one misses nothing. */
export async function lockGuests(
  { transaction, account }: WriteContext,
  _id: number,
  peek: () => Promise<Draft | undefined>,
): Promise<void> {
  const draft = await peek();
  if (!draft) return;
  await transaction.run(
    `select from clients where account_id = $1 and id in (
       select client_id from bookings where bookings.account_id = $1 and bookings.id = any($2::bigint[])
     ) order by id for key share`,
    [account.id, array(idsIn(draft))],
  );
}

/** Connects bookings to a conversation; existing connections stay. @throws RequestError 422 for an unknown booking */
export async function connectBookings(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const { transaction, account } = context;
  const ids = idsIn(draft);
  const found = await transaction.rows<{ id: number }>(
    "select id from bookings where account_id = $1 and id = any($2::bigint[])",
    [account.id, array(ids)],
  );
  const existing = new Set(found.map((row) => row.id));
  for (const element of draft.list(namedBookings) ?? []) {
    const input = element.draft.input(bookingId);
    if (typeof input === "number" && !existing.has(input)) element.errors.add("id", "must exist");
  }
  errors.throwIfAny();
  const added = await transaction.run(
    `insert into conversations_bookings (account_id, conversation_id, booking_id)
     select $1, $2, booking_id from unnest($3::bigint[]) as booking_id on conflict do nothing returning account_id`,
    [account.id, id, array(ids)],
  );
  if (added > 0) await touchRecords(context, "conversations", [id]);
  return { shows: conversation, id };
}

/** Disconnects bookings from a conversation. Bookings that are not connected are ignored. */
export async function disconnectBookings(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  errors.throwIfAny();
  const removed = await context.transaction.run(
    "delete from conversations_bookings where account_id = $1 and conversation_id = $2 and booking_id = any($3::bigint[])",
    [context.account.id, id, array(idsIn(draft))],
  );
  if (removed > 0) await touchRecords(context, "conversations", [id]);
  return { shows: conversation, id };
}

function idsIn(draft: Draft): number[] {
  const ids = (draft.list(namedBookings) ?? []).map((element) => element.draft.input(bookingId));
  return [...new Set(ids.filter((id) => typeof id === "number"))];
}

const array = (ids: readonly number[]): string => `{${ids.join(",")}}`;
