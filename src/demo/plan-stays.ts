import { civilMonth } from "./civil-month.ts";
import type { Random } from "./random.ts";
import type { Season } from "./rental.ts";

/** What a stay of the demo is to be. Days are epoch days. */
export interface PlannedStay {
  readonly rental: number;
  readonly kind: "booked" | "hold" | "unavailable" | "canceled";
  readonly arrival: number;
  readonly departure: number;
  /** The day on which it was booked. */
  readonly made: number;
}

/** How many of the demo's bookings are not simply booked. */
const exceptions = { hold: 5, unavailable: 9, canceled: 12 } as const;

/** Days before and after today in which stays lie. */
const reach = 365;

/** How much a month is wanted, in percent of the most wanted one; January first. */
const demand: Readonly<Record<Season, readonly number[]>> = {
  summer: [10, 12, 20, 45, 60, 80, 100, 100, 75, 45, 15, 25],
  winter: [95, 100, 85, 35, 15, 35, 65, 70, 35, 20, 15, 90],
  both: [60, 65, 55, 50, 60, 80, 100, 100, 75, 50, 30, 75],
};

/** How much a month is wanted for a rental of this season, from 0 to 100. */
function demandOn(day: number, season: Season): number {
  return demand[season][civilMonth(day) - 1] ?? 0;
}

/**
 * Spreads bookings over rentals and the two years around today, so that no two that hold their nights meet: about as many for each
 * rental, more in the months in which it is wanted, some of them now.
 * @returns in the order in which they were booked
 */
export function planStays(random: Random, today: number, seasons: readonly Season[], total: number): PlannedStay[] {
  const kinds = random.shuffled(kindsOf(total));
  const stays: PlannedStay[] = [];
  for (const [rental, season] of seasons.entries()) {
    const taken: PlannedStay[] = [];
    const own = kinds.filter((_, index) => index % seasons.length === rental);
    for (const [index, kind] of own.entries()) {
      const now = index === 0 && rental % 3 === 0 && kind === "booked";
      taken.push(now ? underWay(random, today, rental) : place(random, today, { rental, season, kind }, taken));
    }
    stays.push(...taken);
  }
  return stays.sort((one, other) => one.made - other.made || one.rental - other.rental || one.arrival - other.arrival);
}

function kindsOf(total: number): PlannedStay["kind"][] {
  const special = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  return [
    ...Array<"hold">(exceptions.hold).fill("hold"),
    ...Array<"unavailable">(exceptions.unavailable).fill("unavailable"),
    ...Array<"canceled">(exceptions.canceled).fill("canceled"),
    ...Array<"booked">(total - special).fill("booked"),
  ];
}

/** A stay of a week that has begun and not ended: the demo has guests in the house. */
function underWay(random: Random, today: number, rental: number): PlannedStay {
  const arrival = today - random.between(1, 5);
  return { rental, kind: "booked", arrival, departure: arrival + 7, made: arrival - random.between(20, 120) };
}

function place(
  random: Random,
  today: number,
  wanted: { readonly rental: number; readonly season: Season; readonly kind: PlannedStay["kind"] },
  taken: readonly PlannedStay[],
): PlannedStay {
  const { rental, season, kind } = wanted;
  for (let tries = 0; ; tries++) {
    const nights = kind === "unavailable" ? random.between(2, 6) : random.pick([2, 3, 3, 4, 5, 7, 7, 7, 7, 10, 14]);
    const arrival = kind === "hold" ? today + random.between(15, 120) : today + random.between(-reach, reach - nights);
    // The far future fills last.
    const eagerness = demandOn(arrival, season) * (arrival > today + 210 ? 0.5 : 1);
    if (kind !== "unavailable" && !random.chance(eagerness / 100) && tries < 200) continue;
    const departure = arrival + nights;
    const meets = taken.some(
      (other) => other.kind !== "canceled" && other.arrival < departure && arrival < other.departure,
    );
    if (kind !== "canceled" && meets) continue;
    const lead = arrival - random.between(6, 160);
    const made = kind === "hold" ? today - 1 : Math.min(lead, today - random.between(1, 25));
    return { rental, kind, arrival, departure, made };
  }
}
