import { parseDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { quoteLive } from "../../pricing/rates/quote/live-quote.ts";

/** A price as a decimal string; null without one. */
export interface PriceNow {
  readonly currency: string;
  readonly price: string | null;
}

const text = (hundredths: number | null | undefined): string | null =>
  hundredths === null || hundredths === undefined ? null : formatHundredths(hundredths);

/** A booking's final price, in its currency; undefined for an unknown booking. */
export async function readPrice(
  { transaction, account }: WriteContext,
  booking: number,
): Promise<PriceNow | undefined> {
  const row = await transaction.row<{ currency: string; final_price: number | null }>(
    "select currency, final_price from bookings where account_id = $1 and id = $2",
    [account.id, booking],
  );
  return row && { currency: row.currency, price: text(row.final_price) };
}

/**
 * The rental price of all nights whose rates a body sets: of one stay over these nights, without fees.
 * @param context with its own cache: the rates may be uncommitted
 */
export async function readNightsPrice(
  context: WriteContext,
  rental: number,
  body: unknown,
): Promise<PriceNow | undefined> {
  const [from, until] = daysIn(body);
  if (from === undefined || until === undefined || until < from) return undefined;
  const stay = { arrival: from, departure: until + 1, adults: null, children: null };
  const quoted = await quoteLive(context, rental, stay);
  return quoted && { currency: quoted.book.currency, price: text(quoted.price?.rentalPrice) };
}

/** The first and the last night, as epoch days. */
function daysIn(body: unknown): readonly (number | undefined)[] {
  const overrides: unknown = isObject(body) ? body.rate_overrides : undefined;
  const [override]: unknown[] = Array.isArray(overrides) ? overrides : [];
  if (!isObject(override)) return [];
  return [override.start_date, override.end_date].map((day) => (typeof day === "string" ? parseDay(day) : undefined));
}
