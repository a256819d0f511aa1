import { useMemo } from "react";
import type { Stay } from "../../components/bookings/stay.ts";
import { dayOf } from "../../components/days.ts";
import type { CalendarSearch } from "./calendar-search.ts";
import { useDestinations } from "./destinations.ts";
import type { CalendarRental } from "./rentals.ts";
import { useStays } from "./stays.ts";

/** The longest range of the filter "free between". */
const maxNights = 366;

/** The rentals that match: by name, tag, destination (or a surrounding one), and free between two days. */
export function useShownRentals(rentals: readonly CalendarRental[], searchText: string, search: CalendarSearch) {
  const { tag, destination, from, until } = search;
  const destinations = useDestinations(rentals);
  const nights = nightsOf(from, until);
  // Without both days, no month is fetched.
  const stays = useStays(nights?.first ?? 0, nights ? nights.last - 1 : -1);
  const places = destinations.data;
  const shown = useMemo(() => {
    const name = searchText.trim().toLocaleLowerCase();
    const isThere = (at: number | null) =>
      at !== null && (at === destination || places?.get(at)?.ancestor_ids.includes(destination ?? 0) === true);
    return rentals.filter(
      (rental) =>
        rental.name.toLocaleLowerCase().includes(name) &&
        (tag === undefined || rental.tags.includes(tag)) &&
        (destination === undefined || isThere(rental.destination)) &&
        isFree(stays.get(rental.id), nights?.first, nights?.last),
    );
  }, [rentals, searchText, tag, destination, places, stays, nights?.first, nights?.last]);
  return { shown, places };
}

function nightsOf(from: string | undefined, until: string | undefined) {
  if (from === undefined || until === undefined) return undefined;
  const [first, last] = [dayOf(from), dayOf(until)];
  return last > first ? { first, last: Math.min(last, first + maxNights) } : undefined;
}

const isFree = (stays: readonly Stay[] | undefined, first: number | undefined, last: number | undefined): boolean =>
  first === undefined ||
  last === undefined ||
  !stays?.some(({ arrival, departure }) => arrival < last && departure > first);
