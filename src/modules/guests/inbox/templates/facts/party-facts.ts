import type { Translations } from "../../../../../kernel/values/structure.ts";
import type { AccountTransaction } from "../../../../../kernel/write/context.ts";

/** A guest as templates show them. */
export interface GuestFacts {
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly fullname: string | null;
  readonly company: string | null;
  readonly locale: string | null;
  readonly earlierStays: number;
  /** Only the account's own people may use the data. */
  readonly restricted: boolean;
}

/** A rental as templates show it. */
export interface RentalFacts {
  readonly name: string;
  readonly address: string | null;
  readonly zip: string | null;
  readonly city: string | null;
  readonly contact: string | null;
  readonly checkin_details: Translations;
  readonly checkout_details: Translations;
  readonly house_rules: Translations;
  readonly website_url: Translations;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** An account as templates show it. */
export interface AccountFacts {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly defaultLocale: string;
}

/** Chooses the guest: the client who booked, otherwise the conversation's participating guest. */
interface GuestOf {
  readonly conversation: number | undefined;
  readonly client: number | null;
  /** The booking that earlier stays precede; without it, all stays count. */
  readonly before: { readonly id: number; readonly start_at: number } | undefined;
}

type StoredGuest = {
  firstname: string | null;
  lastname: string | null;
  fullname: string | null;
  company: string | null;
  preferred_locale: string | null;
  restricted: boolean;
  stays: number;
};

/** Reads the guest; undefined without one, or for an erased guest. */
export async function readGuest(
  { transaction, account }: AccountTransaction,
  { conversation, client, before }: GuestOf,
): Promise<GuestFacts | undefined> {
  const row = await transaction.row<StoredGuest>(
    `select firstname, lastname, fullname, company, preferred_locale, processing_restricted_at is not null as restricted,
       (select count(*) from bookings where bookings.account_id = $1 and bookings.client_id = clients.id and bookings.canceled_at is null
          and bookings.booked and not bookings.unavailable and bookings.created_by_type <> 'Booking'
          and ($4::bigint is null or bookings.id <> $4 and bookings.start_at < $5)) as stays
     from clients where account_id = $1 and forget_me_at is null and id = coalesce($3::bigint, (
       select participants.client_id from participants
       where participants.account_id = $1 and participants.conversation_id = $2 and participants.client_id is not null
       order by participants.id limit 1))`,
    [account.id, conversation ?? null, client, before?.id ?? null, before ? new Date(before.start_at) : null],
  );
  if (!row) return undefined;
  const { preferred_locale: locale, stays: earlierStays, ...names } = row;
  return { ...names, locale, earlierStays };
}

/** Reads the booked rental, otherwise that of the conversation's newest inquiry. */
export function readRental(
  { transaction, account }: AccountTransaction,
  conversation: number | undefined,
  booked: number | null,
): Promise<RentalFacts | undefined> {
  return transaction.row<RentalFacts>(
    `select name, nullif(concat_ws(', ', nullif(address1, ''), nullif(address2, '')), '') as address, zip, city,
       case when rentals_contact_id is null then contact_name else (
         select contacts.firstname || ' ' || contacts.lastname from contacts
         where contacts.account_id = $1 and contacts.id = rentals.rentals_contact_id and contacts.canceled_at is null
           and contacts.forget_me_at is null and contacts.processing_restricted_at is null) end as contact,
       checkin_details, checkout_details, house_rules, website_url, lat, lng
     from rentals where account_id = $1 and id = coalesce($3::bigint, (
       select inquiries.rental_id from conversations_inquiries
       join inquiries on inquiries.account_id = $1 and inquiries.id = conversations_inquiries.inquiry_id
       where conversations_inquiries.account_id = $1 and conversations_inquiries.conversation_id = $2
       order by inquiries.id desc limit 1))`,
    [account.id, conversation ?? null, booked],
  );
}

/** Reads the account. */
export async function readAccount({ transaction, account }: AccountTransaction): Promise<AccountFacts> {
  const row = await transaction.row<AccountFacts>(
    `select business_name as name, coalesce(mail_reply_to, email) as email, coalesce(phone, mobile) as phone,
       default_locale as "defaultLocale" from accounts where id = $1`,
    [account.id],
  );
  if (!row) throw new Error(`Account ${account.id} not found.`);
  return row;
}
