import { bookingReference } from "../../../../core/reference.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { BookingOrInquiry } from "../../inbox/booking-or-inquiry.ts";

/** The guest of a booking or an inquiry, as a message needs it. */
export type Addressee = {
  client_id: number | null;
  name: string | null;
  address: string | null;
  locale: string;
  own_locale: string;
  /** A channel writes to its guests itself, or an application keeps the booking to itself. */
  is_channels: boolean;
  is_canceled: boolean;
  /** Demo accounts send nothing. */
  is_demo: boolean;
};

/** The reference that a mail's subject shows; null before there is a booking. */
export const referenceOf = (about: BookingOrInquiry): string | null =>
  "booking" in about ? bookingReference(about.booking) : null;

/** Reads the addressee of a message about a booking or an inquiry. */
export async function readAddressee(context: AccountTransaction, about: BookingOrInquiry): Promise<Addressee> {
  const row = await ("booking" in about ? ofBooking(context, about.booking) : ofInquiry(context, about.inquiry));
  if (!row) throw new Error(`The subject of an action was not found: ${JSON.stringify(about)}.`);
  return row;
}

const ofBooking = ({ transaction, account }: AccountTransaction, booking: number) =>
  transaction.row<Addressee>(
    `select clients.id as client_id, clients.fullname as name, nullif(clients.emails -> 0 ->> 'email', '') as address,
       coalesce(clients.preferred_locale, accounts.default_communication_locale) as locale, accounts.default_locale as own_locale,
       bookings.locked is not null or channel_writes(bookings.account_id, bookings.source_id) as is_channels, accounts.demo as is_demo,
       bookings.canceled_at is not null as is_canceled
     from bookings join accounts on accounts.id = bookings.account_id
     left join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, booking],
  );

/** To the address that the inquiry names, in the language of a known guest. */
const ofInquiry = ({ transaction, account }: AccountTransaction, inquiry: number) =>
  transaction.row<Addressee>(
    `select clients.id as client_id, inquiries.firstname || ' ' || inquiries.lastname as name, nullif(inquiries.email, '') as address,
       coalesce(clients.preferred_locale, accounts.default_communication_locale) as locale, accounts.default_locale as own_locale,
       coalesce(channel_writes(inquiries.account_id, inquiries.source_id), false) as is_channels, accounts.demo as is_demo,
       false as is_canceled
     from inquiries join accounts on accounts.id = inquiries.account_id
     left join clients on clients.account_id = $1 and clients.id = client_with_email($1, inquiries.email)
     where inquiries.account_id = $1 and inquiries.id = $2`,
    [account.id, inquiry],
  );
