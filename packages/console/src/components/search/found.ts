import { useQuery } from "@tanstack/react-query";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { type Stay, stayOf } from "../bookings/stay.ts";
import { textOf } from "../days.ts";

const beginning = "1900-01-01";
const perPage = 50;
const fields = ["id", "reference", "start_at", "end_at", "status", "links", "canceled_at"] as const;

/** The parts of a search that a role may see: a request that names another is refused. */
export function useFindable() {
  const { account, may } = useSession();
  const seesBookings = isOpenTo(account, "/bookings/$booking");
  const seesCalendar = isOpenTo(account, "/calendar");
  return {
    bookings: seesBookings && (may("clients_read") || may("clients_write")),
    days: seesBookings,
    calendar: seesCalendar,
    guests: isOpenTo(account, "/guests"),
    rentals: seesCalendar || isOpenTo(account, "/rentals"),
  };
}

/** The bookings of a guest, reference or number, canceled ones included, the nearest to today first. */
export function useFoundBookings(words: string, today: number) {
  const { client, account } = useSession();
  const { bookings } = useFindable();
  return useQuery({
    queryKey: [account.id, "bookings", "search", words],
    queryFn: async ({ signal }) => {
      const dates = { from: beginning, include_canceled: true };
      const query = { query: words, ...dates, fields: [...fields], include: ["client"], per_page: perPage };
      const { data } = await client.GET("/bookings", { params: { query }, signal });
      const distance = (arrival: number) => (arrival < today ? 2 * (today - arrival) : arrival - today);
      return data.bookings
        .map((booking) => ({ ...stayOf(booking), isCanceled: booking.canceled_at !== null }))
        .sort((one, other) => distance(one.arrival) - distance(other.arrival));
    },
    enabled: bookings && words !== "",
  });
}

/** The stays that begin or end on a day. */
export function useTurnovers(day: number | undefined) {
  const { client, account } = useSession();
  const { days } = useFindable();
  return useQuery({
    queryKey: [account.id, "bookings", "search", "day", day],
    queryFn: async ({ signal }) => {
      if (day === undefined) return [];
      const dates = {
        from: textOf(day - 1),
        until: textOf(day + 1),
        status: ["booked" as const, "tentative" as const],
      };
      const query = { ...dates, fields: [...fields], include: ["client"], per_page: 100 };
      const found: Stay[] = [];
      // Most stays around a day neither begin nor end on it: a large account has several pages of them.
      for await (const booking of client.records("/bookings", { params: { query }, signal })) {
        const stay = stayOf(booking);
        if (stay.arrival === day || stay.departure === day) found.push(stay);
      }
      return found;
    },
    enabled: days && day !== undefined,
  });
}

/** The names of all rentals. */
export function useRentalNames() {
  const { client, account } = useSession();
  const { rentals } = useFindable();
  const names = useQuery({
    queryKey: [account.id, "rentals", "names"],
    queryFn: async ({ signal }) => {
      const found = new Map<number, string>();
      const params = { query: { fields: ["id" as const, "name" as const] } };
      for await (const { id, name } of client.records("/rentals", { params, signal })) found.set(id, String(name));
      return found;
    },
    enabled: rentals,
  });
  return { rentals: names.data ?? none, isSearching: names.isLoading };
}

const none: ReadonlyMap<number, string> = new Map();
