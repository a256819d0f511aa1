import { useMemo } from "react";
import { dayOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarSearch } from "../calendar-search.ts";
import type { CalendarRental } from "../rentals.ts";
import { useDestinations } from "./destinations.ts";
import { type Dates, isRange, useOffers } from "./offers.ts";

const guests = { adults: 2, children: 0 };
const noOffers: ReadonlyMap<number, string> = new Map();

/** The rentals that match: by name, tag, destination (or a surrounding one), and free between two days, with the stay's price. */
export function useShownRentals(rentals: readonly CalendarRental[], search: CalendarSearch, formats: Formats) {
  const { t } = useI18n();
  const { q = "", tag, destination, from, until } = search;
  const destinations = useDestinations(rentals);
  const found = useOffers(rentals, datesOf(from, until), guests);
  const places = destinations.data;
  const shown = useMemo(() => {
    const name = q.trim().toLocaleLowerCase();
    const isThere = (at: number | null) =>
      at !== null && (at === destination || places?.get(at)?.ancestor_ids.includes(destination ?? 0) === true);
    return rentals.filter(
      (rental) =>
        rental.name.toLocaleLowerCase().includes(name) &&
        (tag === undefined || rental.tags.includes(tag)) &&
        (destination === undefined || isThere(rental.destination)) &&
        found.data?.get(rental.id)?.isFree !== false,
    );
  }, [rentals, q, tag, destination, places, found.data]);
  const offers = useMemo(() => {
    if (!found.data) return noOffers;
    const priced = [...found.data.values()].flatMap(({ id, price, currency, refusals }): [number, string][] => {
      if (price === null) return [[id, t("calendar.noPrice")]];
      return [[id, `${formats.money(price, currency)}${refusals.length > 0 ? " !" : ""}`]];
    });
    return new Map(priced);
  }, [found.data, formats, t]);
  return { shown, places, offers, found };
}

export function datesOf(from: string | undefined, until: string | undefined): Dates | undefined {
  if (from === undefined || until === undefined) return undefined;
  const dates = { arrival: dayOf(from), departure: dayOf(until) };
  return isRange(dates) ? dates : undefined;
}
