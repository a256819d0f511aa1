import { expect } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import type { TestService } from "../harness/service.ts";

/** A requested stay in whole nights, counted from the calendar's first night. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** A booking's state in a response. */
export interface Shown {
  readonly start_at: unknown;
  readonly end_at: unknown;
  readonly status: unknown;
}

const firstNight = Date.UTC(2031, 2, 1);
const day = 86_400_000;

/** A stay's dates for a write. The rental uses the account's hours: arrival at 16:00, departure at 10:00. */
export function dates({ arrival, departure }: Nights): { start_at: string; end_at: string } {
  return { start_at: dateOf(arrival), end_at: dateOf(departure) };
}

function dateOf(night: number): string {
  return new Date(firstNight + night * day).toISOString().slice(0, 10);
}

export async function aRental(client: ApiClient): Promise<number> {
  const answer = await client.post("/rentals", { rentals: [{ name: "Cottage by the sea" }] });
  expect(answer.status, answer.text).toBe(201);
  return Number(recordOf(answer, "rentals").id);
}

/** Requests a booking of the rental, with status booked by default. */
export function book(client: ApiClient, rental: number, nights: Nights, values: Json = {}): Promise<Answer> {
  return client.post(`/rentals/${rental}/bookings`, { bookings: [{ ...dates(nights), ...values }] });
}

/** Books a stay that must succeed. @returns the booking as it was acknowledged */
export async function aBooking(client: ApiClient, rental: number, nights: Nights, values: Json = {}): Promise<Json> {
  const answer = await book(client, rental, nights, values);
  expect(answer.status, answer.text).toBe(201);
  return recordOf(answer, "bookings");
}

export function change(client: ApiClient, booking: unknown, values: Json): Promise<Answer> {
  return client.put(`/bookings/${booking}`, { bookings: [values] });
}

export function shown(record: Json): Shown {
  return { start_at: record.start_at, end_at: record.end_at, status: record.status };
}

/** A rental's nights that two live bookings share, computed from their timestamps, without `nights` or the constraint. */
export function nightsSoldTwice(service: TestService, rental: number): Promise<Json[]> {
  return service.sql(
    `select night, array_agg(id) as bookings
     from bookings, generate_series((start_at at time zone 'UTC')::date, (end_at at time zone 'UTC')::date - 1, '1 day') as night
     where rental_id = $1 and canceled_at is null group by night having count(*) > 1`,
    [rental],
  );
}

/** All of the rental's bookings that the API shows, including canceled ones, across all pages. */
export async function listed(client: ApiClient, rental: number): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.get(`/bookings?rental_id=${rental}&include_canceled=true&page=${page}`);
    expect(answer.status, answer.text).toBe(200);
    records.push(...recordsOf(answer, "bookings"));
    if (page >= Number(answer.headers.get("x-total-pages"))) return records;
  }
}

/** The id of the booking that a refusal names; undefined for any other response. */
export function bookingInTheWay(answer: Answer): number | undefined {
  const errors = answer.status === 422 ? errorsOf(answer) : undefined;
  const text = JSON.stringify(errors);
  const named = /^\{"base":\["the nights are taken by booking ([0-9A-Z]{6,})"\]\}$/.exec(text ?? "");
  return named?.[1] === undefined ? undefined : Number.parseInt(named[1], 36);
}

/** Makes the database refuse bookings whose notes are "refused", after all checks. */
export async function refuseSome(service: TestService): Promise<void> {
  await service.sql(`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'The nights were taken at this moment.' using errcode = '23P01';
  end $$`);
  await service.sql(`create trigger refused before insert on bookings for each row
    when (new.notes = 'refused') execute function refuse_row()`);
}
