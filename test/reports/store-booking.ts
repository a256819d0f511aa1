import { formatDay } from "../../src/core/day.ts";
import type { TestService } from "../harness/service.ts";
import type { NaiveBooking } from "./naive-report.ts";

/** Stores a booking of the naive computation, with the tax that its rental price includes. */
export async function store(
  service: Pick<TestService, "sql">,
  account: number,
  booking: NaiveBooking,
  createdAt = "2026-11-01T00:00:00Z",
): Promise<void> {
  const { rental, channel, arrival, departure, state, currency, price, extras, taxes, paid } = booking;
  const rows = await service.sql(
    `insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at,
       created_by_id, created_by_type, currency, final_price, paid_amount, final_rental_price, created_at)
     values ($1, $2, $3, $4::date + time '16:00', $5::date + time '10:00', $6, $7, $8::timestamptz, $9::timestamptz, 1, 'Application', $10, $11, $12, $13, $14)
     returning id`,
    [
      ...[account, rental, channel, formatDay(arrival), formatDay(departure)],
      ...[state === "booked" || state === "canceled", state === "unavailable"],
      state === "tentative" ? "2190-01-01" : state === "expired" ? "2020-01-01" : null,
      ...[state === "canceled" ? "2020-01-01" : null, currency, price === null ? null : price / 100, paid / 100],
      ...[price === null ? null : (price - extras) / 100, createdAt],
    ],
  );
  if (price === null || taxes === 0) return;
  await service.sql(
    `insert into bookings_taxes (account_id, booking_id, taxable_id, taxable_type, name, percentage, amount, tax_included_in_price)
     values ($1, $2, $3, 'Rental', '{"en": "VAT"}', 7, $4, true)`,
    [account, Object(rows[0]).id, rental, taxes / 100],
  );
}
