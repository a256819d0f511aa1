import type { Transaction } from "../../../database/sql/transaction.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { RequestedStay } from "../../pricing/rates/quote/live-quote.ts";
import { rentalDay } from "../bookings/stay-moment.ts";
import type { SearchedStay } from "./search-request.ts";

/** The longest stay to search, the range of calendars. */
const maxNights = 1096;

/** A searched stay's nights in the rentals of some time zones; undefined zones are all. */
export interface ZonedStay {
  readonly stay: RequestedStay;
  readonly timeZones: readonly string[] | undefined;
}

/**
 * The nights that a searched stay has on the clocks of the accounts' rentals (bookings.md, The rental's clock). They differ between
 * time zones only if an instant is given.
 * @throws RequestError 400 for a stay that is too short or too long in one of them
 */
export async function nightsByTimeZone(
  transaction: Transaction,
  accounts: readonly number[],
  stay: SearchedStay,
): Promise<readonly ZonedStay[]> {
  if (!("instant" in stay.start) && !("instant" in stay.end))
    return [{ stay: nightsIn(stay, "UTC"), timeZones: undefined }];
  const rows = await transaction.rows<{ time_zone: string }>(
    "select distinct time_zone from rentals where account_id = any ($1::bigint[]) and deleted_at is null order by time_zone",
    [`{${accounts.join(",")}}`],
  );
  const found = new Map<string, { stay: RequestedStay; timeZones: string[] }>();
  for (const { time_zone: timeZone } of rows) {
    const nights = nightsIn(stay, timeZone);
    const key = `${nights.arrival} ${nights.departure}`;
    const same = found.get(key);
    if (same) same.timeZones.push(timeZone);
    else found.set(key, { stay: nights, timeZones: [timeZone] });
  }
  return [...found.values()];
}

function nightsIn({ start, end, adults, children }: SearchedStay, timeZone: string): RequestedStay {
  const [arrival, departure] = [rentalDay(start, timeZone), rentalDay(end, timeZone)];
  if (departure <= arrival) throw badRequest("The parameter end_at must be at least one night after start_at.");
  if (departure - arrival > maxNights)
    throw badRequest(`The parameter end_at must be at most ${maxNights} nights after start_at.`);
  return { arrival, departure, adults, children };
}
