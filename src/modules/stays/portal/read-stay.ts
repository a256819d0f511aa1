import { dayOfInstant, instantOnDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { canceledAt } from "../../property/occupancy/held-nights.ts";
import type { PortalPage } from "./portal-guest.ts";

/** A stay as its guest sees it. Hours of the day may have quarters, such as 15.5. */
export interface PortalStay {
  readonly rentalId: number;
  readonly adults: number | null;
  readonly children: number | null;
  readonly timeZone: string;
  /** Readings of the rental's clock, as if in UTC: epoch milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
  readonly checkinHour: number;
  readonly checkoutHour: number;
  /** Check-in and check-out as readings of the same clock. */
  readonly arrivalAt: number;
  readonly departureAt: number;
  /** The hour that the guest named, such as 16:30. */
  readonly expectedArrival: string | null;
  /** The address in lines; empty without one. */
  readonly address: readonly string[];
  /** The way to reach the host: phone and e-mail address. */
  readonly contacts: readonly string[];
  readonly isBooked: boolean;
  readonly isCanceled: boolean;
  /** An application, such as a channel, keeps its prices. */
  readonly isLocked: boolean;
  /** The currency of the rental's prices. */
  readonly rentalCurrency: string;
}

type StoredStay = {
  rental_id: number;
  adults: number | null;
  children: number | null;
  time_zone: string;
  start_at: number;
  end_at: number;
  checkin: number;
  checkout: number;
  expected: string | null;
  address: string[];
  contacts: string[];
  booked: boolean;
  canceled: boolean;
  is_locked: boolean;
  rental_currency: string;
};

/** Reads a booking's stay. @throws Error for a booking that is gone */
export async function readPortalStay(
  transaction: Transaction,
  { account, booking }: Pick<PortalPage, "account" | "booking">,
): Promise<PortalStay> {
  const row = await transaction.row<StoredStay>(
    `select bookings.rental_id, bookings.adults, bookings.children, rentals.time_zone, bookings.start_at, bookings.end_at,
       coalesce(rentals.checkin_time, accounts.default_arrival_time) as checkin,
       coalesce(rentals.checkout_time, accounts.default_departure_time) as checkout,
       bookings.expected_checkin_time as expected,
       array_remove(array[rentals.address1, rentals.address2, nullif(concat_ws(' ', rentals.zip, rentals.city), ''), rentals.state], null) as address,
       array_remove(array[coalesce(accounts.phone, accounts.mobile), coalesce(accounts.mail_reply_to, accounts.email)], null) as contacts,
       bookings.booked, ${canceledAt} is not null as canceled,
       bookings.locked is not null as is_locked, rentals.currency as rental_currency
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account, booking],
  );
  if (!row) throw new Error(`Booking ${booking} of a portal no longer exists.`);
  const checkinHour = hourOf(row.start_at) ?? row.checkin;
  const checkoutHour = hourOf(row.end_at) ?? row.checkout;
  return {
    rentalId: row.rental_id,
    adults: row.adults,
    children: row.children,
    timeZone: row.time_zone,
    startAt: row.start_at,
    endAt: row.end_at,
    checkinHour,
    checkoutHour,
    arrivalAt: instantOnDay(dayOfInstant(row.start_at), 0) + checkinHour * hourMs,
    departureAt: instantOnDay(dayOfInstant(row.end_at), 0) + checkoutHour * hourMs,
    expectedArrival: row.expected,
    address: row.address.filter(isText),
    contacts: row.contacts.filter(isText),
    isBooked: row.booked,
    isCanceled: row.canceled,
    isLocked: row.is_locked,
    rentalCurrency: row.rental_currency,
  };
}

const hourMs = 3_600_000;

/** Undefined at midnight, which means a day without a time. */
function hourOf(instant: number): number | undefined {
  const date = new Date(instant);
  return date.getUTCHours() + date.getUTCMinutes() / 60 || undefined;
}

const isText = (value: string): boolean => value !== "";
