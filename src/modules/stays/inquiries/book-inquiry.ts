import { millisecondsPerDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { bookingReference } from "../../../core/reference.ts";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { insufficientScope, type ValidationErrors } from "../../../kernel/errors.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
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
import { clientOfInquirer } from "../clients/identity/inquirer.ts";
import { inquiry, restrictedInquiry } from "./inquiry.ts";

const { booked, tentative_expires_at, expected_final_price } = booking.attributes;

/** The body may choose the state and expect a price; everything else comes from the inquiry. */
export const bookedInquiryBody = jsonBody(
  bodyOf(
    booking,
    { booked, tentative_expires_at, expected_final_price },
    "cannot be set here: it comes from the inquiry",
  ),
  { own: true, optional: true },
);

/** Locks the rental before the inquiry. @throws RequestError 403 for a token that cannot read inquiries */
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
 * Books an inquiry's stay for its guest. With `tentative_expires_at` it is a hold. Otherwise like plain creation.
 *
 * Unspecified: an inquiry's lock does not prevent booking it. After its booking is canceled, it can be booked again.
 * Times at midnight count as dates and take the rental's times.
 * @throws RequestError 422 with every problem; then no client is created
 */
export async function bookInquiry(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const source = await readInquiry(context, id);
  if (source.live_booking_id !== null)
    errors.add("base", `is already booked: ${bookingReference(source.live_booking_id)}`);
  if (source.forgotten) errors.add("base", "cannot be booked: the guest's data was erased");
  // Otherwise the caller could read restricted data through the new client.
  if (source.restricted && !context.caller.ofAccount)
    errors.add("base", "cannot be booked: the guest's data is restricted to the account's users");
  if (!source.rental_exists) errors.add("base", "the rental has been deleted");
  if (source.start_at === null || source.end_at === null)
    errors.add("base", "start_at and end_at are missing: set them first");
  errors.throwIfAny();
  const stay = await bookingDraft(context, source, draft, errors);
  const bookingId = await createBooking(context, { resource: rental, id: source.rental_id }, stay, errors);
  await context.transaction.run(
    "update inquiries set booking_id = $3, updated_at = statement_timestamp() where account_id = $1 and id = $2",
    [context.account.id, id, bookingId],
  );
  return { shows: booking, id: bookingId };
}

interface StoredInquiry {
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

async function readInquiry({ transaction, account }: WriteContext, id: number): Promise<StoredInquiry> {
  const row = await transaction.row<StoredInquiry>(
    `select rental_id, source_id, start_at, end_at, adults, children, firstname, lastname, email, phone, country_code,
       forgotten_at is not null as forgotten, ${withAccount(restrictedInquiry, "$1")} as restricted,
       exists (select from rentals where account_id = $1 and id = rental_id and deleted_at is null) as rental_exists,
       (select id from bookings where account_id = $1 and id = booking_id and ${isLive}) as live_booking_id
     from inquiries where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`The locked inquiry ${id} is missing.`);
  return row;
}

/** Drafts the booking as plain creation would read it. */
async function bookingDraft(
  context: WriteContext,
  source: StoredInquiry,
  body: Draft,
  errors: ValidationErrors,
): Promise<Draft> {
  const { firstname, lastname, email, phone, country_code, adults, children, source_id } = source;
  const guest = { firstname, lastname, email, phone, countryCode: country_code };
  const client = await clientOfInquirer(context, guest, { rental: source.rental_id });
  const expires = body.input(tentative_expires_at);
  const expected = body.input(expected_final_price);
  const element = {
    start_at: momentOf(source.start_at),
    end_at: momentOf(source.end_at),
    adults,
    children,
    source_id,
    client_id: client,
    ...(body.sets(booked) ? { booked: body.input(booked) } : {}),
    ...(typeof expires === "number" ? { tentative_expires_at: new Date(expires).toISOString() } : {}),
    ...(typeof expected === "number" ? { expected_final_price: formatHundredths(expected) } : {}),
  };
  return readDraft(booking, element, { defaultLocale: context.account.defaultLocale }, errors);
}

/** Formats a time; midnight becomes a date. */
function momentOf(instant: number | null): string | null {
  if (instant === null) return null;
  const text = new Date(instant).toISOString();
  return instant % millisecondsPerDay === 0 ? text.slice(0, 10) : text;
}
