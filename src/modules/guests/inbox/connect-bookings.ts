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

/** Bookings that are named by their ids. */
const namedBookings = nestedList(
  bodyOf(booking, { id: bookingId }, "is not known here: a booking is named by its id"),
  {
    atLeast: 1,
    atMost: 200,
    required: true,
    description: "The bookings, each by its id.",
  },
);

/** `{ "bookings": [{ "id": 15 }] }`. */
export const namedBookingsBody = jsonBody(bodyOf(conversation, {}, "is not known here"), {
  own: true,
  flat: true,
  nested: { bookings: namedBookings },
});

/** The guests come before the conversation in the order of locks: one who is being forgotten is found in it, or was there before. */
export async function holdGuests(
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

/** Says that a conversation is about some bookings; what is so already stays so. @throws RequestError 422 for a booking that is none */
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
  const known = new Set(found.map((row) => row.id));
  for (const element of draft.list(namedBookings) ?? []) {
    const given = element.draft.given(bookingId);
    if (typeof given === "number" && !known.has(given)) element.errors.add("id", "must exist");
  }
  errors.throwIfAny();
  const added = await transaction.run(
    `insert into conversations_bookings (account_id, conversation_id, booking_id)
     select $1, $2, booking_id from unnest($3::bigint[]) as booking_id on conflict do nothing`,
    [account.id, id, array(ids)],
  );
  if (added > 0) await touchRecords(context, "conversations", [id]);
  return { shows: conversation, id };
}

/** Says that a conversation is not about some bookings; what it is not about already changes nothing. */
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
  const given = (draft.list(namedBookings) ?? []).map((element) => element.draft.given(bookingId));
  return [...new Set(given.filter((id) => typeof id === "number"))];
}

const array = (ids: readonly number[]): string => `{${ids.join(",")}}`;
