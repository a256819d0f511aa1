import { weekdayOf } from "../../../src/core/day.ts";
import { type PromisedStay, promisedFreedom, promisedStays, type StayKind } from "../content/promised-stays.ts";
import type { Season } from "../content/rental.ts";
import { civilMonth } from "./civil-month.ts";
import type { Random } from "./random.ts";

/** What a stay of the demo is to be. Days are epoch days. */
export interface PlannedStay {
  /** Its place among the rentals that were planned for. */
  readonly rental: number;
  readonly kind: StayKind;
  readonly arrival: number;
  readonly departure: number;
  /** The day on which it was booked. */
  readonly made: number;
  readonly promised?: PromisedStay;
}

/** A rental that stays are planned for. */
export interface PlannedRental {
  readonly season: Season;
  /** The place in its account of the house that it is a part of; -1 for one that is none. */
  readonly house: number;
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

/** Nights; days are epoch days. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** The nights of an account's rental, by its place in it, that nobody books. */
export function freeNights(place: number, today: number): Nights[] {
  return promisedFreedom
    .filter(({ rental }) => rental === place)
    .map(({ weekday, from, nights }) => {
      const earliest = today + from;
      const arrival = earliest + (((weekday ?? weekdayOf(earliest)) - weekdayOf(earliest) + 7) % 7);
      return { arrival, departure: arrival + nights };
    });
}

/**
 * Spreads bookings over the rentals of some accounts and the two years around today, so that no two that hold their nights meet: in each
 * account the promised ones, then about as many for each rental, more in the months in which it is wanted.
 * A house and its parts are taken like one rental by each other's stays.
 * @param accounts each account's rentals, a house before its parts; the rentals are counted through
 * @returns in the order in which they were booked
 */
export function planStays(
  random: Random,
  today: number,
  accounts: readonly (readonly PlannedRental[])[],
  total: number,
): PlannedStay[] {
  const rentals = accounts.flat();
  const firsts = accounts.map((_, index) => accounts.slice(0, index).flat().length);
  const placeInAccount = accounts.flatMap((own) => [...own.keys()]);
  const stays = firsts.flatMap((first) => promisedStays.map((promised) => kept(promised, first, today)));
  const places = Array.from({ length: total }, (_, index) => index % rentals.length);
  const kinds = kindsOf(total);
  for (const { rental, kind } of stays) {
    takeOut(places, rental);
    takeOut(kinds, kind);
  }
  const left = random.shuffled(kinds);
  const houses = accounts.flatMap((own, index) =>
    own.map(({ house }) => (house < 0 ? undefined : (firsts[index] ?? 0) + house)),
  );
  for (const [rental, { season }] of rentals.entries()) {
    const taken: Nights[] = stays.filter(
      (stay) => (stay.rental === rental || stay.rental === houses[rental]) && holdsNights(stay),
    );
    taken.push(...freeNights(placeInAccount[rental] ?? rental, today));
    for (const _ of places.filter((place) => place === rental)) {
      const stay = placed(random, today, { rental, season, kind: left.pop() ?? "booked" }, taken);
      stays.push(stay);
      if (holdsNights(stay)) taken.push(stay);
    }
  }
  return stays.sort((one, other) => one.made - other.made || one.rental - other.rental || one.arrival - other.arrival);
}

/** A promised stay as of the day on which the demo is made, in the account whose rentals begin at `first`. */
function kept(promised: PromisedStay, first: number, today: number): PlannedStay {
  const arrival = today + promised.arrival;
  return {
    rental: first + promised.rental,
    kind: promised.kind,
    arrival,
    departure: arrival + promised.nights,
    made: today + promised.made,
    promised,
  };
}

/** Takes one of a kind out of a list. */
function takeOut<T>(list: T[], one: T): void {
  const index = list.indexOf(one);
  if (index < 0) throw new Error(`The demo promises more stays of ${one} than it has.`);
  list.splice(index, 1);
}

function holdsNights({ kind }: PlannedStay): boolean {
  return kind !== "canceled";
}

function kindsOf(total: number): StayKind[] {
  const special = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  return [
    ...Array<"hold">(exceptions.hold).fill("hold"),
    ...Array<"unavailable">(exceptions.unavailable).fill("unavailable"),
    ...Array<"canceled">(exceptions.canceled).fill("canceled"),
    ...Array<"booked">(total - special).fill("booked"),
  ];
}

function placed(
  random: Random,
  today: number,
  wanted: { readonly rental: number; readonly season: Season; readonly kind: StayKind },
  taken: readonly Nights[],
): PlannedStay {
  const { rental, season, kind } = wanted;
  for (let tries = 0; ; tries++) {
    const nights = kind === "unavailable" ? random.between(2, 6) : random.pick([2, 3, 3, 4, 5, 7, 7, 7, 7, 10, 14]);
    const arrival = kind === "hold" ? today + random.between(15, 120) : today + random.between(-reach, reach - nights);
    // The far future fills last.
    const eagerness = demandOn(arrival, season) * (arrival > today + 210 ? 0.5 : 1);
    if (kind !== "unavailable" && !random.chance(eagerness / 100) && tries < 200) continue;
    const departure = arrival + nights;
    const meets = taken.some((other) => other.arrival < departure && arrival < other.departure);
    if (kind !== "canceled" && meets) continue;
    const lead = arrival - random.between(6, 160);
    const made = kind === "hold" ? today - 1 : Math.min(lead, today - random.between(1, 25));
    return { rental, kind, arrival, departure, made };
  }
}
