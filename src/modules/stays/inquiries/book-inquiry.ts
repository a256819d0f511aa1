import { millisecondsPerDay } from "../../../core/day.ts";
import { bookingReference } from "../../../core/reference.ts";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { insufficientScope, type ValidationErrors } from "../../../kernel/errors.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../bookings/booking.ts";
import { createBooking } from "../bookings/create/create-booking.ts";
import { lockCalendars } from "../bookings/nights/linked-rentals.ts";
import { clientOfEmail } from "../clients/guest-by-email.ts";
import { inquiry, restrictedInquiry } from "./inquiry.ts";

const { booked, tentative_expires_at } = booking.attributes;

/** What the body of the operation may say: everything else is in the inquiry. */
export const bookedInquiryBody = jsonBody(
  bodyOf(booking, { booked, tentative_expires_at }, "is not known here: the inquiry says the rest"),
  { own: true, optional: true },
);

/** The rental is locked before the inquiry, as before everything of it. @throws RequestError 403 for a token that reads no inquiries */
export async function prepareBooking(context: WriteContext, id: number): Promise<void> {
  if (!mayAny(context.caller.scopes, inquiry.readScopes))
    throw insufficientScope("Reading the inquiry", inquiry.readScopes);
  const row = await context.transaction.row<{ rental_id: number }>(
    "select rental_id from inquiries where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (row) await lockCalendars(context, { rentals: [row.rental_id] });
}

/**
 * Makes a booking of an inquiry: its rental, dates, guests and source, and who asks as the client; a hold with `tentative_expires_at`,
 * and booked otherwise, as any booking is. Everything else is as in plain creation.
 *
 * Silent in the specification: a lock keeps others from changing an inquiry, not from accepting it. One whose booking was canceled can
 * be booked again. Dates at midnight are dates alone: the rental's hours hold.
 * @throws RequestError 422 with every problem at once; then there is no new client either
 */
export async function bookInquiry(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const asked = await readInquiry(context, id);
  if (asked.live_booking_id !== null)
    errors.add("base", `is booked already: ${bookingReference(asked.live_booking_id)}`);
  if (asked.forgotten) errors.add("base", "the data of who asked was erased: there is nobody to book for");
  // Otherwise a client could be made of what is hidden, for the caller to read.
  if (asked.restricted && !context.caller.ofAccount)
    errors.add("base", "is of a guest whose data is used no more: only the account's own people may book it");
  if (!asked.rental_exists) errors.add("base", "the rental does not exist any more");
  if (asked.start_at === null || asked.end_at === null)
    errors.add("base", "the inquiry does not say from when to when");
  errors.throwIfAny();
  const stay = await bookingDraft(context, asked, draft, errors);
  const bookingId = await createBooking(context, { resource: rental, id: asked.rental_id }, stay, errors);
  await context.transaction.run(
    "update inquiries set booking_id = $3, updated_at = clock_timestamp() where account_id = $1 and id = $2",
    [context.account.id, id, bookingId],
  );
  return { shows: booking, id: bookingId };
}

interface Asked {
  readonly rental_id: number;
  readonly rental_exists: boolean;
  readonly forgotten: boolean;
  readonly restricted: boolean;
  readonly live_booking_id: number | null;
  readonly source_id: number | null;
  /** Epoch milliseconds. */
  readonly start_at: number | null;
  readonly end_at: number | null;
  readonly adults: number | null;
  readonly children: number | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country_code: string | null;
}

async function readInquiry({ transaction, account }: WriteContext, id: number): Promise<Asked> {
  const asked = await transaction.row<Asked>(
    `select rental_id, source_id, start_at, end_at, adults, children, firstname, lastname, email, phone, country_code,
       forgotten_at is not null as forgotten, ${restrictedInquiry} as restricted,
       exists (select from rentals where account_id = $1 and id = rental_id and deleted_at is null) as rental_exists,
       (select id from bookings where account_id = $1 and id = booking_id and ${isLive}) as live_booking_id
     from inquiries where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!asked) throw new Error(`There is no inquiry ${id}, which was locked just now.`);
  return asked;
}

/** The booking as a body of plain creation would say it. */
async function bookingDraft(
  context: WriteContext,
  asked: Asked,
  given: Draft,
  errors: ValidationErrors,
): Promise<Draft> {
  const { firstname, lastname, email, phone, country_code, adults, children, source_id } = asked;
  const guest = { firstname, lastname, email, phone, countryCode: country_code };
  const expires = given.given(tentative_expires_at);
  const element = {
    start_at: momentOf(asked.start_at),
    end_at: momentOf(asked.end_at),
    adults,
    children,
    source_id,
    client_id: await clientOfEmail(context, guest),
    ...(given.gives(booked) ? { booked: given.given(booked) } : {}),
    ...(typeof expires === "number" ? { tentative_expires_at: new Date(expires).toISOString() } : {}),
  };
  return readDraft(booking, element, { defaultLocale: context.account.defaultLocale }, errors);
}

/** Midnight is a date alone. */
function momentOf(instant: number | null): string | null {
  if (instant === null) return null;
  const text = new Date(instant).toISOString();
  return instant % millisecondsPerDay === 0 ? text.slice(0, 10) : text;
}
