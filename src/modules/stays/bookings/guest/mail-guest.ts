import type { Static } from "typebox";
import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import { balanceOf, dueNow } from "../../../../core/due-now.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { dayIn, localTime } from "../../../../core/time-zone.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { MailTemplate } from "../../../platform/mails/mail-template.ts";
import { wordsOf } from "../../../platform/mails/mail-words.ts";
import { queueMail } from "../../../platform/mails/queue-mail.ts";
import type { BookingValues, bookingValues } from "../../../platform/mails/templates/booking-values.ts";
import { billLines } from "../bill/bill-lines.ts";
import { penaltiesOf } from "./penalties.ts";

/** A mail to a booking's guest. */
export interface GuestMail {
  readonly booking: number;
  readonly template: MailTemplate<typeof bookingValues>;
  /** See `queueMail`. */
  cause(stay: MailedStay): string;
  /** Whether the booking's current state still calls for the mail. */
  isDue(stay: MailedStay): boolean;
  readonly deposit?: BookingValues["deposit"];
  /** Days after the departure on which the account still writes. Default: none. */
  readonly afterStayDays?: number;
}

/** A booking whose guest the account mails. Amounts in hundredths, times in epoch milliseconds. */
export interface MailedStay {
  readonly id: number;
  /** A reading of the rental's clock, as if in UTC. */
  readonly balanceDueAt: number | null;
  /** The current reading of that clock. */
  readonly rentalNow: number;
  readonly confirmations: boolean;
  readonly reminders: boolean;
  /** The balance due, never below zero. */
  readonly left: number;
  /** The part of it that is due now. */
  readonly dueNow: number;
}

type StoredStay = {
  rental: string;
  time_zone: string;
  client_id: number;
  name: string | null;
  address: string | null;
  preferred_locale: string | null;
  default_communication_locale: string;
  start_at: number;
  end_at: number;
  adults: number | null;
  children: number | null;
  currency: string;
  final_rental_price: number | null;
  final_price: number | null;
  downpayment: number | null;
  paid: number;
  balance_due_at: number | null;
  email: string | null;
  phone: string | null;
  mails_booking_confirmations: boolean;
  mails_balance_reminders: boolean;
};

/**
 * Queues a mail to a booking's guest with current data, unless the account does not mail that guest.
 * @param now epoch milliseconds
 * @returns whether the mail was queued
 */
export async function mailGuest(context: AccountTransaction, mail: GuestMail, now: number): Promise<boolean> {
  const { transaction, account } = context;
  // Erasing the guest takes this lock: it has either erased what we read, or will erase this mail.
  await transaction.run("select from bookings where account_id = $1 and id = $2 for share", [account.id, mail.booking]);
  const row = await readStay(context, mail.booking, mail.afterStayDays ?? 0);
  if (!row?.address) return false;
  const payable = { ...row, finalPrice: row.final_price, balanceDueAt: row.balance_due_at };
  const rentalNow = localTime(row.time_zone, now);
  const stay = {
    id: mail.booking,
    balanceDueAt: row.balance_due_at,
    rentalNow,
    confirmations: row.mails_booking_confirmations,
    reminders: row.mails_balance_reminders,
    left: balanceOf(payable),
    dueNow: dueNow(payable, rentalNow),
  };
  if (!mail.isDue(stay)) return false;
  const locale = row.preferred_locale ?? row.default_communication_locale;
  const queued = await queueMail(context, {
    to: { address: row.address, name: row.name ?? undefined },
    template: mail.template,
    locale,
    values: {
      ...(await valuesOf(context, stay, row, { locale, now })),
      ...(mail.deposit === undefined ? {} : { deposit: mail.deposit }),
    },
    cause: mail.cause(stay),
    about: { booking: mail.booking, client: row.client_id },
  });
  return queued !== undefined;
}

function readStay(
  { transaction, account }: AccountTransaction,
  booking: number,
  afterStayDays: number,
): Promise<StoredStay | undefined> {
  return transaction.row<StoredStay>(
    `select rentals.name as rental, rentals.time_zone, clients.id as client_id, clients.fullname as name, clients.emails -> 0 ->> 'email' as address, clients.preferred_locale,
       accounts.default_communication_locale, bookings.start_at, bookings.end_at, bookings.adults, bookings.children, bookings.currency,
       bookings.final_rental_price, bookings.final_price, bookings.downpayment, (bookings.paid_amount + bookings.authorized_amount)::numeric(14, 2) as paid,
       bookings.balance_due_at, coalesce(accounts.mail_reply_to, accounts.email) as email, coalesce(accounts.phone, accounts.mobile) as phone,
       accounts.mails_booking_confirmations or exists (
         select from site_bookings where site_bookings.account_id = $1 and site_bookings.booking_id = bookings.id
       ) as mails_booking_confirmations, accounts.mails_balance_reminders
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join clients on clients.account_id = $1 and clients.id = bookings.client_id
     join accounts on accounts.id = bookings.account_id
     where bookings.account_id = $1 and bookings.id = $2 and account_writes_to_guest(bookings.account_id, bookings.id, make_interval(days => $3))`,
    [account.id, booking, afterStayDays],
  );
}

async function valuesOf(
  context: AccountTransaction,
  { id, left, dueNow, balanceDueAt }: MailedStay,
  row: StoredStay,
  { locale, now }: { readonly locale: string; readonly now: number },
): Promise<Static<typeof bookingValues>> {
  const key = { account: context.account.id, booking: id };
  const price = { rental: row.final_rental_price, total: row.final_price };
  const values: BookingValues = {
    name: row.name,
    reference: bookingReference(id),
    rental: row.rental,
    arrival: dayOf(row.start_at),
    departure: dayOf(row.end_at),
    checkin: hourOf(row.start_at),
    checkout: hourOf(row.end_at),
    adults: row.adults,
    children: row.children,
    currency: row.currency,
    lines: await billLines(context.transaction, key, wordsOf(locale).language, price),
    total: row.final_price,
    paid: row.paid,
    left,
    dueNow,
    dueOn: balanceDueAt === null ? null : dayOf(balanceDueAt),
    ...(await penaltiesOf(context, id, dayIn(row.time_zone, now))),
    contacts: [row.email, row.phone].filter((way) => way !== null && way !== "").map(String),
  };
  return values;
}

const dayOf = (instant: number): string => formatDay(dayOfInstant(instant));

/** Null at midnight, which means a stay without a time. */
function hourOf(instant: number): string | null {
  const hour = new Date(instant).toISOString().slice(11, 16);
  return hour === "00:00" ? null : hour;
}
