import { notFound } from "../../../kernel/errors.ts";
import { versionColumn, versionOf } from "../../../kernel/read/version.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { booking } from "../../stays/bookings/booking.ts";
import type { ProposedRequest } from "./proposed-operations.ts";

/**
 * The version of a proposal's subject, beyond the values that it changes: the booking, the conversation's last message, or the
 * rental with its rates. Null for a new booking, whose price and nights the outcome covers.
 * @throws RequestError 404 for an unknown record
 */
export async function subjectVersion(
  context: WriteContext,
  { action, body }: ProposedRequest,
  ids: ReadonlyMap<string, string>,
): Promise<string | null> {
  switch (action) {
    case "move":
    case "cancel":
      return versionOf(
        booking,
        Number(ids.get("booking_id")),
        await bookingNow(context, Number(ids.get("booking_id"))),
      );
    case "answer":
      return conversationNow(context, conversationIn(body));
    case "set_prices":
      return ratesNow(context, Number(ids.get("rental_id")));
    default:
      return null;
  }
}

/** Unlocked, because the operation locks calendars before it; it checks the version again under its lock. */
const bookingNow = (context: WriteContext, id: number) =>
  oneText(context, `select ${versionColumn(booking)} from bookings where account_id = $1 and id = $2`, id);

/** Locked, so that a message that arrives now counts. */
const conversationNow = (context: WriteContext, id: number) =>
  oneText(
    context,
    `select concat('message ', (select max(id) from messages where messages.account_id = $1 and messages.conversation_id = $2))
     from conversations where account_id = $1 and id = $2 for no key update`,
    id,
  );

const ratesNow = (context: WriteContext, rental: number) =>
  oneText(
    context,
    `select concat(extract(epoch from rentals.updated_at), ' ', (
       select max(extract(epoch from updated_at)) from rate_overrides where rate_overrides.account_id = $1 and rate_overrides.rental_id = $2
     )) from rentals where account_id = $1 and id = $2 for no key update`,
    rental,
  );

async function oneText({ transaction, account }: WriteContext, text: string, id: number): Promise<string> {
  const [row] = await transaction.read({ text }, [account.id, id]);
  const [version] = row ?? [];
  if (version === undefined || version === null) throw notFound();
  return version;
}

/** The conversation that an answer's body names; 0 for none. */
export function conversationIn(body: unknown): number {
  const messages: unknown = isObject(body) ? body.messages : undefined;
  const [message]: unknown[] = Array.isArray(messages) ? messages : [];
  return isObject(message) && typeof message.conversation_id === "number" ? message.conversation_id : 0;
}
