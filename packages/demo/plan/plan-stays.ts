import { weekdayOf } from "../../../src/core/day.ts";
import {
  type GuaranteedStay,
  guaranteedStays,
  guaranteedVacancies,
  type StayKind,
} from "../content/guaranteed-stays.ts";
import type { Season } from "../content/rental.ts";
import { civilMonth } from "./civil-month.ts";
import type { Random } from "./random.ts";

/** A planned demo stay. Days are epoch days. */
export interface PlannedStay {
  /** The rental's index. */
  readonly rental: number;
  readonly kind: StayKind;
  readonly arrival: number;
  readonly departure: number;
  /** The day of booking. */
  readonly made: number;
  readonly guaranteed?: GuaranteedStay;
}

/** A rental to plan stays for. */
export interface PlannedRental {
  readonly season: Season;
  /** The index of the house that it is part of, in its account; -1 for none. */
  readonly house: number;
}

/** Numbers of demo bookings that are not simply booked. */
const exceptions = { hold: 5, unavailable: 9, canceled: 12 } as const;

/** Days before and after today for stays. */
const reach = 365;

/** Demand by month, in percent of the best month; January first. */
const demand: Readonly<Record<Season, readonly number[]>> = {
  summer: [10, 12, 20, 45, 60, 80, 100, 100, 75, 45, 15, 25],
  winter: [95, 100, 85, 35, 15, 35, 65, 70, 35, 20, 15, 90],
  both: [60, 65, 55, 50, 60, 80, 100, 100, 75, 50, 30, 75],
};

/** A rental's demand in a month, from 0 to 100. */
function demandOn(day: number, season: Season): number {
  return demand[season][civilMonth(day) - 1] ?? 0;
}

/** A range of nights in epoch days. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** Nights of an account's rental, by its index, that stay free. */
export function freeNights(index: number, today: number): Nights[] {
  return guaranteedVacancies
    .filter(({ rental }) => rental === index)
    .map(({ weekday, from, nights }) => {
      const earliest = today + from;
      const arrival = earliest + (((weekday ?? weekdayOf(earliest)) - weekdayOf(earliest) + 7) % 7);
      return { arrival, departure: arrival + nights };
    });
}

/**
 * Spreads bookings without overlaps over the accounts' rentals and two years around today: guaranteed stays first, then
 * about as many per rental, by demand. A house and its parts block each other.
 * @param accounts each account's rentals, a house before its parts; rentals are numbered across accounts
 * @returns stays in the order of booking
 */
export function planStays(
  random: Random,
  today: number,
  accounts: readonly (readonly PlannedRental[])[],
  total: number,
): PlannedStay[] {
  const rentals = accounts.flat();
  const firsts = accounts.map((_, index) => accounts.slice(0, index).flat().length);
  const indexInAccount = accounts.flatMap((own) => [...own.keys()]);
  const stays = firsts.flatMap((first) =>
    guaranteedStays.map((guaranteed) => guaranteedStay(guaranteed, first, today)),
  );
  const rentalOfEach = Array.from({ length: total }, (_, index) => index % rentals.length);
  const kinds = kindsOf(total);
  for (const { rental, kind } of stays) {
    takeOut(rentalOfEach, rental);
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
    taken.push(...freeNights(indexInAccount[rental] ?? rental, today));
    for (const _ of rentalOfEach.filter((index) => index === rental)) {
      const stay = placed(random, today, { rental, season, kind: left.pop() ?? "booked" }, taken);
      stays.push(stay);
      if (holdsNights(stay)) taken.push(stay);
    }
  }
  return stays.sort((one, other) => one.made - other.made || one.rental - other.rental || one.arrival - other.arrival);
}

/** A guaranteed stay on the demo's day, in the account whose rentals start at `first`. */
function guaranteedStay(guaranteed: GuaranteedStay, first: number, today: number): PlannedStay {
  const arrival = today + guaranteed.arrival;
  return {
    rental: first + guaranteed.rental,
    kind: guaranteed.kind,
    arrival,
    departure: arrival + guaranteed.nights,
    made: today + guaranteed.made,
    guaranteed,
  };
}

/** Removes one item from a list. */
function takeOut<T>(list: T[], one: T): void {
  const index = list.indexOf(one);
  if (index < 0) throw new Error(`The demo has fewer stays of kind ${one} than it guarantees.`);
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
    // The distant future fills last.
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
