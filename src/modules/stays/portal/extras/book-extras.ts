import { parseHundredths } from "../../../../core/hundredths.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { Draft } from "../../../../kernel/write/input/draft.ts";
import { readBody } from "../../../../kernel/write/input/read-body.ts";
import { addBookingsFee } from "../../bookings/bill/booking-fees.ts";
import { lockStock } from "../../bookings/bill/fee-stock.ts";
import { booking as bookingResource } from "../../bookings/booking.ts";
import { addedFeesBody } from "../../bookings/nested-bodies.ts";
import { type CalendarsOfBooking, lockCalendarsOf } from "../../bookings/nights/linked-rentals.ts";
import { type Extra, extrasOfStay } from "./extras-of-stay.ts";

/** The units that a guest wants of an extra. */
export interface ChosenExtra {
  /** The id in `rentals_fees`. */
  readonly id: number;
  readonly units: number;
}

/** The chosen extras, and the booking's price with them in hundredths. */
export interface ExtrasQuote {
  readonly extras: readonly (Extra & { readonly units: number })[];
  /** Null for a booking without a price. */
  readonly total: number | null;
  /** Units of the chosen extras on the booking now: with the total, it identifies a repeated form. */
  readonly booked: number;
}

/**
 * Quotes chosen extras with the operation that adds them, under the locks of the calendar and of the fees: concurrent guests wait, and
 * see the remaining stock.
 * @returns undefined if one is no longer available in that number
 */
export async function quoteExtras(
  context: WriteContext,
  { booking, language, chosen }: ExtrasRequest,
): Promise<ExtrasQuote | undefined> {
  const calendars = await lockCalendarsOf(context, booking);
  return quoteLocked(context, { booking, language, chosen }, calendars);
}

/** A guest's choice for a booking. */
export interface ExtrasRequest {
  readonly booking: number;
  readonly language: string;
  readonly chosen: readonly ChosenExtra[];
}

/**
 * Adds the chosen extras at the price that the page showed.
 * @param shown the total and the booked units of the shown quote
 * @returns false if the price or the stock has changed, or the form is a repeated one; then nothing is written
 */
export async function bookExtras(
  context: WriteContext,
  request: ExtrasRequest,
  shown: Pick<ExtrasQuote, "total" | "booked">,
): Promise<boolean> {
  const calendars = await lockCalendarsOf(context, request.booking);
  const quote = await quoteLocked(context, request, calendars);
  if (!quote || quote.total !== shown.total || quote.booked !== shown.booked) return false;
  await adding(context, request, calendars, false);
  // A rule may act on it. Managers book extras by the same operation, so its tables cannot distinguish them.
  await context.transaction.run(
    "select note_automation_event($1, $2, 'extras_booked', 'extras ' || pg_current_xact_id())",
    [context.account.id, request.booking],
  );
  return true;
}

async function quoteLocked(
  context: WriteContext,
  request: ExtrasRequest,
  calendars: CalendarsOfBooking,
): Promise<ExtrasQuote | undefined> {
  const { booking, language, chosen } = request;
  await lockStock(
    context,
    chosen.map(({ id }) => id),
  );
  const offered = await extrasOfStay(context, booking, language);
  const extras = chosen.flatMap(({ id, units }) => {
    const extra = offered.find((one) => one.id === id);
    return extra?.available.includes(units) ? [{ ...extra, units }] : [];
  });
  if (extras.length === 0 || extras.length < chosen.length || isTooMuch(extras)) return undefined;
  const outcome = await adding(context, request, calendars, true);
  if (typeof outcome === "string" || !("computes" in outcome)) throw new Error("A dry run of extras computed nothing.");
  const quoted: unknown = JSON.parse(outcome.object);
  return { extras, total: totalOf(quoted), booked: extras.reduce((sum, { booked }) => sum + booked, 0) };
}

/** Whether an extra is chosen twice, or several extras of one fee exceed its stock together. */
function isTooMuch(extras: ExtrasQuote["extras"]): boolean {
  if (new Set(extras.map(({ id }) => id)).size < extras.length) return true;
  const ofFee = (fee: number): number =>
    extras.filter((extra) => extra.fee === fee).reduce((sum, { units }) => sum + units, 0);
  return extras.some(({ fee, inStock }) => inStock !== null && ofFee(fee) > inStock);
}

/** Runs the API's operation for the chosen extras. */
async function adding(
  context: WriteContext,
  { booking, chosen }: ExtrasRequest,
  calendars: CalendarsOfBooking,
  dryRun: boolean,
) {
  const body = {
    bookings_fees: chosen.map(({ id, units }) => ({ rentals_fee_id: id, times_booked: units })),
    dry_run: dryRun,
  };
  const read = await readBody(context, addedFeesBody, body, { resource: bookingResource, id: booking });
  return addBookingsFee(
    context,
    { id: booking, stored: new Draft(bookingResource, new Map(), new Map()) },
    { ...read, files: new Map(), parameters: new Map(), id: () => booking },
    calendars,
  );
}

/** The new price of a dry run, in hundredths. */
function totalOf(quoted: unknown): number | null {
  const price = typeof quoted === "object" && quoted !== null && "final_price" in quoted ? quoted.final_price : null;
  return typeof price === "string" ? (parseHundredths(price) ?? null) : null;
}
