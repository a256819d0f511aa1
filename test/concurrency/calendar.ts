import { expect } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import type { TestService } from "../harness/service.ts";

/** A stay as a client asks for it: whole nights, counted from the first night of the calendar. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** What an answer said about a booking. */
export interface Shown {
  readonly start_at: unknown;
  readonly end_at: unknown;
  readonly status: unknown;
}

const firstNight = Date.UTC(2031, 2, 1);
const day = 86_400_000;

/** The dates of a stay, as a write has them. The rental's hours are the account's: 16 to 10 o'clock. */
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

/** Asks for a booking of the rental: booked unless told otherwise. */
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

/** The nights of a rental that two live bookings share, found from the moments alone: neither `nights` nor the constraint has a say. */
export function nightsSoldTwice(service: TestService, rental: number): Promise<Json[]> {
  return service.sql(
    `select night, array_agg(id) as bookings
     from bookings, generate_series((start_at at time zone 'UTC')::date, (end_at at time zone 'UTC')::date - 1, '1 day') as night
     where rental_id = $1 and canceled_at is null group by night having count(*) > 1`,
    [rental],
  );
}

/** Every booking that the API shows of the rental, canceled ones too, through all pages. */
export async function listed(client: ApiClient, rental: number): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.get(`/bookings?rental_id=${rental}&include_canceled=true&page=${page}`);
    expect(answer.status, answer.text).toBe(200);
    records.push(...recordsOf(answer, "bookings"));
    if (page >= Number(answer.headers.get("x-total-pages"))) return records;
  }
}

/** The id of the booking that a refusal names; undefined when it is any other answer than such a refusal. */
export function bookingInTheWay(answer: Answer): number | undefined {
  const errors = answer.status === 422 ? errorsOf(answer) : undefined;
  const text = JSON.stringify(errors);
  const named = /^\{"base":\["the nights are taken by booking ([0-9A-Z]{6,})"\]\}$/.exec(text ?? "");
  return named?.[1] === undefined ? undefined : Number.parseInt(named[1], 36);
}

/** From now on the database refuses bookings whose notes are "refused", behind all checks. */
export async function refuseSome(service: TestService): Promise<void> {
  await service.sql(`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'The nights were taken at this moment.' using errcode = '23P01';
  end $$`);
  await service.sql(`create trigger refused before insert on bookings for each row
    when (new.notes = 'refused') execute function refuse_row()`);
}
