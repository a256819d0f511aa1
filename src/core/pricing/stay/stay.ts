/** The nights `arrival` … `departure` - 1 (epoch days); a departure and an arrival may share a day. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** A requested stay. */
export interface Stay extends Nights {
  readonly adults: number;
  readonly children: number;
}

export function nightCount(stay: Nights): number {
  return stay.departure - stay.arrival;
}

/** Guests are adults and children (pricing.md §3, fine print). */
export function guestCount(stay: Stay): number {
  return stay.adults + stay.children;
}
