import { useMemo } from "react";
import { dayOf } from "../../components/days.ts";
import type { CalendarSearch } from "./calendar-search.ts";
import { useDestinations } from "./destinations.ts";
import type { CalendarRental } from "./rentals.ts";
import { type Stay, useStays } from "./stays.ts";

/** Nights that "free between" looks at: as many as a year has. */
const longest = 366;

/** The rentals that somebody looks for: by name, tag, destination (or one around it), and without a stay between two days. */
export function useShownRentals(rentals: readonly CalendarRental[], sought: string, search: CalendarSearch) {
  const { tag, destination, from, until } = search;
  const destinations = useDestinations(rentals);
  const nights = nightsOf(from, until);
  // Without two days there is no month to read.
  const stays = useStays(nights?.first ?? 0, nights ? nights.last - 1 : -1);
  const places = destinations.data;
  const shown = useMemo(() => {
    const name = sought.trim().toLocaleLowerCase();
    const isThere = (at: number | null) =>
      at !== null && (at === destination || places?.get(at)?.ancestor_ids.includes(destination ?? 0) === true);
    return rentals.filter(
      (rental) =>
        rental.name.toLocaleLowerCase().includes(name) &&
        (tag === undefined || rental.tags.includes(tag)) &&
        (destination === undefined || isThere(rental.destination)) &&
        isFree(stays.get(rental.id), nights?.first, nights?.last),
    );
  }, [rentals, sought, tag, destination, places, stays, nights?.first, nights?.last]);
  return { shown, places };
}

function nightsOf(from: string | undefined, until: string | undefined) {
  if (from === undefined || until === undefined) return undefined;
  const [first, last] = [dayOf(from), dayOf(until)];
  return last > first ? { first, last: Math.min(last, first + longest) } : undefined;
}

const isFree = (stays: readonly Stay[] | undefined, first: number | undefined, last: number | undefined): boolean =>
  first === undefined ||
  last === undefined ||
  !stays?.some(({ arrival, departure }) => arrival < last && departure > first);
