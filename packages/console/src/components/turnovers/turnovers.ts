import type { CleanedRental } from "./cleaned-rentals.ts";
import type { GuestStay } from "./guest-stays.ts";

/** A departure and the next arrival, with the time between for cleaning (console.md, Screens). */
export interface Turnover {
  readonly rental: string;
  /** Epoch day; minutes after midnight. */
  readonly day: number;
  readonly goes: number | null;
  readonly leaving: GuestStay;
  readonly next: Next | undefined;
}

export interface Next {
  readonly stay: GuestStay;
  readonly comes: number | null;
  /** The time between, if both times are known. */
  readonly minutes: number | null;
}

/** Turnovers by day: earliest departure first, then the least time for cleaning. */
export function turnoversOf(
  stays: readonly GuestStay[],
  rentals: ReadonlyMap<number, CleanedRental>,
  { first, last }: { readonly first: number; readonly last: number },
): ReadonlyMap<number, readonly Turnover[]> {
  const byRental = Map.groupBy(stays, ({ rental }) => rental);
  const found = [...byRental].flatMap(([id, ofRental]) => {
    const rental = rentals.get(id);
    if (!rental) return [];
    return ofRental
      .filter(({ departure }) => first <= departure && departure <= last)
      .map((leaving) => turnoverOf(leaving, ofRental, rental));
  });
  return Map.groupBy(found.toSorted(inOrder), ({ day }) => day);
}

function turnoverOf(leaving: GuestStay, ofRental: readonly GuestStay[], rental: CleanedRental): Turnover {
  const day = leaving.departure;
  const goes = leaving.goes ?? inMinutes(rental.checkout);
  const [stay] = ofRental
    .filter((one) => one !== leaving && one.arrival >= day)
    .toSorted((one, other) => one.arrival - other.arrival);
  if (!stay) return { rental: rental.name, day, goes, leaving, next: undefined };
  const comes = stay.comes ?? inMinutes(rental.checkin);
  const minutes = goes === null || comes === null ? null : (stay.arrival - day) * 1440 + comes - goes;
  return { rental: rental.name, day, goes, leaving, next: { stay, comes, minutes } };
}

const inMinutes = (hour: number | null): number | null => (hour === null ? null : hour * 60);

/** Turnovers without a known time or a next arrival come last. */
function inOrder(one: Turnover, other: Turnover): number {
  const [late, calm] = [48 * 60, Number.MAX_SAFE_INTEGER];
  return (
    (one.goes ?? late) - (other.goes ?? late) ||
    (one.next?.minutes ?? calm) - (other.next?.minutes ?? calm) ||
    one.rental.localeCompare(other.rental)
  );
}
