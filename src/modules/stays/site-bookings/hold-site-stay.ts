import { formatDay, millisecondsPerDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { ChosenExtra } from "../../../core/pricing/extras.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import { linkToken } from "../../../kernel/access/link-tokens.ts";
import type { ServiceSecrets } from "../../../kernel/access/secrets.ts";
import { invalid, RequestError, ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { makeOwnSource } from "../../reference/sources/own-source.ts";
import { sellStrictly } from "../bookings/create/book-strictly.ts";
import { partsOfBooking } from "../bookings/nested-bodies.ts";
import { lockCalendars } from "../bookings/nights/linked-rentals.ts";
import { strictBooking } from "../bookings/strict-booking.ts";
import { guestBody } from "../clients/guest-body.ts";
import { hasTooManyHolds, holdMinutes, lockSiteBookings, type Visitor } from "./hold-limits.ts";
import { endOwnHolds } from "./own-holds.ts";
import { type SiteSurroundings, siteContext } from "./site-context.ts";
import { readSiteRental } from "./site-rental.ts";
import { reserveExtras } from "./stored-extras.ts";

/** The name of the source of bookings on the account's own site. */
const sourceName = "Own site";

/** A guest's details, as typed. */
export interface SiteGuest {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone_number: string;
  readonly country_code: string;
}

/** A guest's request to hold a stay. Days are epoch days, amounts hundredths of the currency. */
export interface SiteBookingRequest {
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
  readonly adults: number;
  readonly children: number;
  readonly extras: readonly ChosenExtra[];
  readonly discountCode: string | undefined;
  readonly guest: SiteGuest;
  /** A message to the host; empty without one. */
  readonly message: string;
  readonly locale: string;
  /** The price that the page showed: the condition of the booking. */
  readonly shown: { readonly finalPrice: number; readonly payNow: number; readonly currency: string };
  readonly visitor: Visitor;
  /** Identifies the page's form in its visitor's browser: sending it twice creates one booking. */
  readonly request: Buffer;
}

/** The result: the token of the booking's payment page, or why there is none. */
export type SiteBookingResult =
  | { readonly token: string }
  /** Messages by attribute, as of a strict booking. */
  | { readonly refused: Readonly<Record<string, readonly string[]>> }
  | { readonly limited: true };

/** The surroundings of a site's booking. `now` in epoch milliseconds. */
export interface SiteBookingEnvironment extends Omit<SiteSurroundings, "secrets"> {
  readonly scope: AccountScope;
  readonly account: number;
  readonly secrets: ServiceSecrets;
  readonly now: number;
}

/**
 * Holds a stay for 15 minutes at exactly the price that the guest saw, so that they can pay (guests.md, Booking). The same request
 * returns the same booking.
 */
export async function holdSiteStay(
  environment: SiteBookingEnvironment,
  request: SiteBookingRequest,
): Promise<SiteBookingResult> {
  const { scope, account, secrets, now } = environment;
  try {
    return await scope.transaction(async (transaction) => {
      const context = await siteContext(transaction, environment, { account, now });
      await lockSiteBookings(context);
      const before = await bookingOf(context, request);
      const id = before ?? (await hold(context, request));
      return id === undefined ? { limited: true } : { token: await tokenOf(context, id, secrets.linkKey) };
    });
  } catch (error) {
    if (error instanceof RequestError && error.code === "invalid") return { refused: error.messages ?? {} };
    throw error;
  }
}

async function bookingOf(
  { transaction, account }: WriteContext,
  { request }: SiteBookingRequest,
): Promise<number | undefined> {
  const row = await transaction.row<{ booking_id: number }>(
    "select booking_id from site_bookings where account_id = $1 and request = $2",
    [account.id, request],
  );
  return row?.booking_id;
}

/** @returns undefined if the visitor holds too many stays */
async function hold(context: WriteContext, request: SiteBookingRequest): Promise<number | undefined> {
  const { transaction, account, now } = context;
  const { rental, extras, discountCode, locale, visitor } = request;
  const calendars = await lockCalendars(context, { rentals: [rental] });
  const siteRental = await readSiteRental(transaction, account.id, rental);
  if (!siteRental?.takesPayments) throw invalid({ base: ["the rental cannot be booked on the site"] });
  await endOwnHolds(context, visitor.visitor, request);
  if (await hasTooManyHolds(context, visitor)) return undefined;
  await reserveExtras(context, { terms: siteRental.terms, nights: request, visitor: visitor.visitor }, extras);
  const errors = new ValidationErrors();
  const element = { ...bodyOf(request), source_id: await sourceOf(context) };
  const draft = readDraft(strictBooking, element, { defaultLocale: account.defaultLocale, nested }, errors);
  // The column holds whole seconds, and rounding up would keep the nights too long.
  const holdUntil = Math.floor(now / 1000) * 1000 + holdMinutes * 60_000;
  const { id } = await sellStrictly(context, { draft, errors }, calendars, {
    ...{ holdUntil, extras, discountCode, locale, isAnonymous: true },
  });
  const madeClients = await transaction.run(
    `select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.id = $2 and clients.created_at >= now()`,
    [account.id, id],
  );
  await transaction.run(
    `insert into site_bookings (account_id, booking_id, request, visitor, network, agreed_at, made_client) values ($1, $2, $3, $4, $5, $6, $7)`,
    [account.id, id, request.request, visitor.visitor, visitor.network, new Date(now).toISOString(), madeClients > 0],
  );
  await forgetVisitors(context);
  return id;
}

const nested = { client: guestBody, comments: partsOfBooking.comments };

/** The strict booking's body (conventions.md, strict_bookings). */
function bodyOf(request: SiteBookingRequest): Record<string, unknown> {
  const { arrival, departure, adults, children, shown, message } = request;
  return {
    rental_id: request.rental,
    start_at: formatDay(arrival),
    end_at: formatDay(departure),
    adults,
    children,
    final_price: formatHundredths(shown.finalPrice),
    price_to_pay_now: formatHundredths(shown.payNow),
    currency: shown.currency,
    client: Object.fromEntries(Object.entries(request.guest).map(([name, text]) => [name, text === "" ? null : text])),
    ...(message === "" ? {} : { comments: [{ content: message }] }),
  };
}

/** The source of the site's last booking, else a new one. People may rename it. */
async function sourceOf(context: WriteContext): Promise<number> {
  const row = await context.transaction.row<{ id: number }>(
    `select sources.id from site_bookings
     join bookings on bookings.account_id = $1 and bookings.id = site_bookings.booking_id
     join sources on sources.account_id = $1 and sources.id = bookings.source_id and sources.internal
     where site_bookings.account_id = $1 order by site_bookings.booking_id desc limit 1`,
    [context.account.id],
  );
  return row?.id ?? makeOwnSource(context, sourceName);
}

/** The limits and repeated requests need a visitor for a day only. */
async function forgetVisitors({ transaction, account, now }: WriteContext): Promise<void> {
  await transaction.run(
    "update site_bookings set visitor = null, network = null where account_id = $1 and network is not null and created_at < $2",
    [account.id, new Date(now - millisecondsPerDay).toISOString()],
  );
}

/** The last segment of the booking's payment_url. */
async function tokenOf({ transaction, account }: WriteContext, booking: number, linkKey: Buffer): Promise<string> {
  const row = await transaction.row<{ token: string }>(
    `select ${linkToken("payment", "bookings", "$3::bytea")} as token from bookings where account_id = $1 and id = $2`,
    [account.id, booking, linkKey],
  );
  if (!row) throw new Error("The held booking has no payment page.");
  return row.token;
}
