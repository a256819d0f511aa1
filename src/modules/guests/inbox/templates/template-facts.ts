import { dayOfInstant } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { isLive } from "../../../property/occupancy/held-nights.ts";

/** The data that a template is rendered with. */
export interface TemplateFacts {
  readonly guest: GuestFacts | undefined;
  readonly host: { readonly firstname: string; readonly lastname: string } | undefined;
  readonly booking: BookingFacts | undefined;
  readonly rental: { readonly name: string; readonly city: string | null } | undefined;
  readonly account: { readonly name: string };
}

interface GuestFacts {
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly fullname: string | null;
  readonly locale: string | null;
  /** Only the account's own people may use the data. */
  readonly restricted: boolean;
}

interface BookingFacts {
  readonly reference: string;
  /** Epoch milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
  readonly nights: number;
  readonly adults: number | null;
  readonly children: number | null;
  /** In hundredths. */
  readonly price: number | null;
  readonly currency: string;
}

/** A conversation's booking. */
type StoredBooking = {
  id: number;
  client_id: number | null;
  rental_id: number;
  start_at: number;
  end_at: number;
  adults: number | null;
  children: number | null;
  final_price: number | null;
  currency: string;
};

/** A booking's columns that templates show. */
const bookingColumns = `bookings.id, bookings.client_id, bookings.rental_id, bookings.start_at, bookings.end_at, bookings.adults,
  bookings.children, bookings.final_price, bookings.currency`;

/** Reads the data to render a booking's template. Nobody is assigned to a booking, so there is no host. */
export async function readBookingFacts(context: WriteContext, id: number): Promise<TemplateFacts> {
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
  context: WriteContext,
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
  context: WriteContext,
  conversation: number | undefined,
  booking: StoredBooking | undefined,
): Promise<Omit<TemplateFacts, "host">> {
  const { transaction, account } = context;
  const business = await transaction.row<{ business_name: string }>(
    "select business_name from accounts where id = $1",
    [account.id],
  );
  return {
    guest: await readGuest(context, conversation, booking?.client_id ?? null),
    booking: booking && factsOf(booking),
    rental: await readRental(context, conversation, booking?.rental_id ?? null),
    account: { name: business?.business_name ?? "" },
  };
}

function readBooking(
  { transaction, account }: WriteContext,
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

function factsOf(booking: StoredBooking): BookingFacts {
  return {
    reference: bookingReference(booking.id),
    startAt: booking.start_at,
    endAt: booking.end_at,
    nights: dayOfInstant(booking.end_at) - dayOfInstant(booking.start_at),
    adults: booking.adults,
    children: booking.children,
    price: booking.final_price,
    currency: booking.currency,
  };
}

/** The client who booked, otherwise the participating guest. */
async function readGuest(
  { transaction, account }: WriteContext,
  conversation: number | undefined,
  booker: number | null,
): Promise<GuestFacts | undefined> {
  const row = await transaction.row<{
    firstname: string | null;
    lastname: string | null;
    fullname: string | null;
    preferred_locale: string | null;
    restricted: boolean;
  }>(
    `select firstname, lastname, fullname, preferred_locale, processing_restricted_at is not null as restricted
     from clients where account_id = $1 and forget_me_at is null and id = coalesce($3::bigint, (
       select participants.client_id from participants
       where participants.account_id = $1 and participants.conversation_id = $2 and participants.client_id is not null
       order by participants.id limit 1))`,
    [account.id, conversation ?? null, booker],
  );
  return row && { ...row, locale: row.preferred_locale };
}

function readRental(
  { transaction, account }: WriteContext,
  conversation: number | undefined,
  booked: number | null,
): Promise<{ name: string; city: string | null } | undefined> {
  return transaction.row<{ name: string; city: string | null }>(
    `select name, city from rentals where account_id = $1 and id = coalesce($3::bigint, (
       select inquiries.rental_id from conversations_inquiries
       join inquiries on inquiries.account_id = $1 and inquiries.id = conversations_inquiries.inquiry_id
       where conversations_inquiries.account_id = $1 and conversations_inquiries.conversation_id = $2
       order by inquiries.id desc limit 1))`,
    [account.id, conversation ?? null, booked],
  );
}
