import { useDebouncedValue } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { CalendarDays, LogIn, LogOut, TicketCheck, UserRound } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useOpenBooking } from "../bookings/panel/booking-link.tsx";
import { type Stay, stayName } from "../bookings/stay.ts";
import { textOf, todayHere } from "../days.ts";
import { formatLocale } from "../formats.ts";
import { useFoundGuests } from "../guests/find-guests.ts";
import { useFormats } from "../use-formats.ts";
import { writtenDay } from "../written-day.ts";
import { useFindable, useFoundBookings, useRentalNames, useTurnovers } from "./found.ts";
import type { Result, ResultGroup } from "./result-groups.ts";
import { type BlockedRental, useActions, useRentalResults } from "./use-actions.ts";

const typingMs = 150;
const maxBookings = 6;

/** Everything that a text finds, by kind. Kinds without results are left out. */
export function useResults(searchText: string, block: (rental: BlockedRental) => void) {
  const [words] = useDebouncedValue(searchText.trim(), typingMs);
  const findable = useFindable();
  const { rentals, ...names } = useRentalNames();
  const guests = useGuestResults(findable.guests ? searchText : "");
  const bookings = useBookingResults(words, rentals);
  const days = useDayResults(words, rentals);
  const actions = useActions({ words, rentals, block });
  const found: readonly ResultGroup[] = [
    { name: "days", results: days.results },
    { name: "bookings", results: bookings.results },
    { name: "guests", results: guests.results },
    { name: "rentals", results: useRentalResults(words, rentals) },
    { name: "actions", results: actions },
  ];
  return {
    groups: found.filter(({ results }) => results.length > 0),
    isSearching: words !== searchText.trim() || [bookings, guests, days, names].some(({ isSearching }) => isSearching),
    error: bookings.error ?? days.error ?? guests.error,
  };
}

function useGuestResults(searchText: string) {
  const { t } = useI18n();
  const router = useRouter();
  const { guests, isSearching, error } = useFoundGuests(searchText);
  const results = guests.map(({ id, fullname, company, phones, emails }): Result => {
    const detail = [company, phones[0]?.number, emails[0]?.email].filter(Boolean).join(" · ");
    return {
      ...{ key: `guest ${id}`, label: fullname ?? t("guests.nameless"), detail, icon: UserRound },
      act: () => void router.navigate({ to: "/guests", search: { guest: id } }),
    };
  });
  return { results, error, isSearching: searchText !== "" && isSearching };
}

function useBookingResults(words: string, rentals: ReadonlyMap<number, string>) {
  const { t } = useI18n();
  const router = useRouter();
  const open = useOpenBooking();
  const formats = useFormats();
  const found = useFoundBookings(words, todayHere());
  const stays = found.data ?? [];
  const results = stays.slice(0, maxBookings).map((stay): Result => {
    const dates = `${formats.date(stay.arrival)} – ${formats.date(stay.departure)}`;
    const detail = [rentals.get(stay.rental), dates, stay.isCanceled && t("guests.canceled")];
    return {
      ...{ key: `booking ${stay.id}`, label: stayName(stay), detail: detail.filter(Boolean).join(" · ") },
      ...{ icon: TicketCheck, act: () => open(stay.id) },
    };
  });
  const all: Result = {
    ...{ key: "bookings", label: t("search.allBookings", { words }), icon: TicketCheck },
    act: () => void router.navigate({ to: "/bookings", search: { query: words, period: "all", canceled: true } }),
  };
  return {
    results: stays.length > maxBookings ? [...results, all] : results,
    ...{ error: found.error, isSearching: found.isLoading },
  };
}

/** A written day: the calendar on that day, and its arrivals and departures. */
function useDayResults(words: string, rentals: ReadonlyMap<number, string>) {
  const { language, t } = useI18n();
  const { account } = useSession();
  const router = useRouter();
  const formats = useFormats();
  const openBooking = useOpenBooking();
  const findable = useFindable();
  const day = words === "" ? undefined : writtenDay(words, formatLocale(language, account.country), todayHere());
  const found = useTurnovers(day);
  if (day === undefined) return { results: [], error: null, isSearching: false };
  const ofStay = (stay: Stay): Result => {
    const arrives = stay.arrival === day;
    return {
      key: `day ${stay.id}`,
      label: t(arrives ? "search.arrives" : "search.departs", { name: stayName(stay) }),
      detail: rentals.get(stay.rental) ?? "",
      icon: arrives ? LogIn : LogOut,
      act: () => openBooking(stay.id),
    };
  };
  const calendar: Result = {
    ...{ key: "day", label: t("search.day", { day: formats.date(day) }), icon: CalendarDays },
    act: () => void router.navigate({ to: "/calendar", search: { day: textOf(day) } }),
  };
  return {
    results: [...(findable.calendar ? [calendar] : []), ...(found.data ?? []).map(ofStay)],
    ...{ error: found.error, isSearching: found.isLoading },
  };
}
