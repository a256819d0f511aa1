/** How many days the calendar maps have (bookings.md, Maps). */
export const calendarDays = 1096;

/** What keeps a night from being booked; the characters are those of the registry (`availability_map_statuses`). */
const characterOf = { booked: "1", tentative: "2", unavailable: "3" } as const;

/** Nights `arrival` … `departure` - 1 with what holds them. */
export interface HeldNights {
  readonly arrival: number;
  readonly departure: number;
  readonly status: keyof typeof characterOf;
}

/** How a map is asked for (the registry, availabilities). */
export interface AvailabilityOptions {
  /** The first day: the first of the current month, where a request does not say otherwise. */
  readonly from: number;
  /** How many nights before and after each stay are closed (`preparation_days`); none unless told. */
  readonly preparation?: number;
  /** false: tentative nights are shown as free. */
  readonly includeTentative?: boolean;
  /** true: every night that is not free is `1`. */
  readonly boolean?: boolean;
  /** `priced_only`: a free night for which this is false, because it has no nightly rate, is shown as unavailable. */
  readonly isPriced?: (night: number) => boolean;
}

/**
 * The availability map of a rental: 1096 characters, one a day from `from` on, for the night that begins on it: 0 free, 1 booked,
 * 2 tentative, 3 unavailable. What shares a night are mirrors, all of them unavailable; otherwise the later one would be shown. Nights in
 * which the rental is prepared are unavailable, unless something holds them.
 */
export function availabilityMap(held: readonly HeldNights[], options: AvailabilityOptions): string {
  const { from, preparation = 0, includeTentative = true, boolean = false, isPriced } = options;
  const map = new Array<string>(calendarDays).fill("0");
  const shown = includeTentative ? held : held.filter(({ status }) => status !== "tentative");
  const fill = (character: string, first: number, end: number): void => {
    if (end > from) map.fill(boolean ? "1" : character, Math.max(0, first - from), end - from);
  };
  if (preparation > 0) {
    for (const { arrival, departure, status } of shown)
      if (status !== "unavailable") fill(characterOf.unavailable, arrival - preparation, departure + preparation);
  }
  for (const { arrival, departure, status } of shown) fill(characterOf[status], arrival, departure);
  if (isPriced) {
    map.forEach((character, index) => {
      if (character === "0" && !isPriced(from + index)) map[index] = boolean ? "1" : characterOf.unavailable;
    });
  }
  return map.join("");
}
