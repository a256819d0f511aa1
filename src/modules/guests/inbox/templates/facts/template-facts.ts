import type { AccountTransaction } from "../../../../../kernel/write/context.ts";
import { isLive } from "../../../../property/occupancy/held-nights.ts";
import {
  type AccountFacts,
  type GuestFacts,
  type RentalFacts,
  readAccount,
  readGuest,
  readRental,
} from "./party-facts.ts";
import { bookingColumns, factsOf, type StayFacts, type StoredBooking } from "./stay-facts.ts";

/** The data that a template is rendered with. */
export interface TemplateFacts {
  readonly guest: GuestFacts | undefined;
  readonly host: { readonly firstname: string; readonly lastname: string } | undefined;
  readonly booking: StayFacts | undefined;
  readonly rental: RentalFacts | undefined;
  readonly account: AccountFacts;
  /** The text in place of the payment page's address. Absent where the text has no such link. */
  readonly paymentLink?: string;
  /** Whether `booking` is the stay that an inquiry asks for: its text can't show what only a booking has. */
  readonly isInquiry?: true;
}

/** Reads the data to render a booking's template. Nobody is assigned to a booking, so there is no host. */
export async function readBookingFacts(context: AccountTransaction, id: number): Promise<TemplateFacts> {
  const { transaction, account } = context;
  const booking = await transaction.row<StoredBooking>(
    `select ${bookingColumns} from bookings where account_id = $1 and id = $2`,
    [account.id, id],
  );
  return { ...(await readParties(context, undefined, booking)), host: undefined };
}

/**
 * Reads the data to render a conversation's template: its booking with guest and rental, otherwise the participating guest and the inquiry's rental.
 * @param bookingId one of the conversation's bookings; by default the newest that is not canceled, otherwise the newest
 * @returns undefined if the conversation is not about that booking
 */
export async function readFacts(
  context: AccountTransaction,
  conversation: number,
  bookingId: number | undefined,
): Promise<TemplateFacts | undefined> {
  const booking = await readBooking(context, conversation, bookingId);
  if (bookingId !== undefined && !booking) return undefined;
  const { transaction, account } = context;
  const parties = await readParties(context, conversation, booking);
  const host = await transaction.row<{ firstname: string; lastname: string }>(
    `select hosts.firstname, hosts.lastname from conversations
     join hosts on hosts.account_id = $1 and hosts.id = conversations.assignee_id
     where conversations.account_id = $1 and conversations.id = $2`,
    [account.id, conversation],
  );
  return { ...parties, host };
}

async function readParties(
  context: AccountTransaction,
  conversation: number | undefined,
  booking: StoredBooking | undefined,
): Promise<Omit<TemplateFacts, "host">> {
  const [guest, stay, rental, account] = await Promise.all([
    readGuest(context, { conversation, client: booking?.client_id ?? null, before: booking }),
    booking && factsOf(context, booking),
    readRental(context, conversation, booking?.rental_id ?? null),
    readAccount(context),
  ]);
  return { guest, booking: stay, rental, account };
}

function readBooking(
  { transaction, account }: AccountTransaction,
  conversation: number,
  bookingId: number | undefined,
): Promise<StoredBooking | undefined> {
  return transaction.row<StoredBooking>(
    `select ${bookingColumns}
     from conversations_bookings
     join bookings on bookings.account_id = $1 and bookings.id = conversations_bookings.booking_id
     where conversations_bookings.account_id = $1 and conversations_bookings.conversation_id = $2
       and ($3::bigint is null or bookings.id = $3::bigint)
     order by (${isLive}) desc, bookings.id desc limit 1`,
    [account.id, conversation, bookingId ?? null],
  );
}
