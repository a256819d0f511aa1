/** The number of days in a calendar map (bookings.md, Maps). */
export const calendarDays = 1096;

/** The map's characters for nights that cannot be booked (enums.yaml, `availability_map_statuses`). */
const characterOf = { booked: "1", tentative: "2", unavailable: "3" } as const;

/** Held nights `arrival` … `departure` - 1, and their status. */
export interface HeldNights {
  readonly arrival: number;
  readonly departure: number;
  readonly status: keyof typeof characterOf;
  /** Unavailable nights also have preparation days, because guests stay. */
  readonly isPrepared?: boolean;
}

/** Options of an availability map. */
export interface AvailabilityOptions {
  /** The first day; by default the first of the current month. */
  readonly from: number;
  /** Closed nights before and after each stay (`preparation_days`); default 0. */
  readonly preparation?: number;
  /** false: shows tentative nights as free. */
  readonly includeTentative?: boolean;
  /** true: shows every night that is not free as `1`. */
  readonly boolean?: boolean;
  /** `priced_only`: shows a free night without a rate as unavailable. */
  readonly isPriced?: (night: number) => boolean;
}

/**
 * A rental's availability map: one character per night from `from` on: 0 free, 1 booked, 2 tentative, 3 unavailable. Where stays overlap
 * (only mirrors do, and they are all unavailable), the later one wins. Preparation nights are unavailable unless a stay holds them.
 */
export function availabilityMap(held: readonly HeldNights[], options: AvailabilityOptions): string {
  const { from, preparation = 0, includeTentative = true, boolean = false, isPriced } = options;
  const map = new Array<string>(calendarDays).fill("0");
  const shown = includeTentative ? held : held.filter(({ status }) => status !== "tentative");
  const fill = (character: string, first: number, end: number): void => {
    if (end > from) map.fill(boolean ? "1" : character, Math.max(0, first - from), end - from);
  };
  if (preparation > 0) {
    for (const { arrival, departure, status, isPrepared } of shown)
      if (status !== "unavailable" || isPrepared === true)
        fill(characterOf.unavailable, arrival - preparation, departure + preparation);
  }
  for (const { arrival, departure, status } of shown) fill(characterOf[status], arrival, departure);
  if (isPriced) {
    map.forEach((character, index) => {
      if (character === "0" && !isPriced(from + index)) map[index] = boolean ? "1" : characterOf.unavailable;
    });
  }
  return map.join("");
}
