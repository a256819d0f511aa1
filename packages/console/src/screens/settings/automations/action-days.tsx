import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../../app/session.tsx";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { stayName, stayOf } from "../../../components/bookings/stay.ts";
import { dayOf } from "../../../components/days.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import classes from "./automations.module.css";

/** An action of a list by day. */
export interface ShownAction {
  readonly key: string;
  readonly booking: number | null;
  /** The guest of an inquiry, in place of a booking. */
  readonly inquirer?: string | undefined;
  /** On the rental's clock, written as if in UTC. */
  readonly localDueAt: string;
  readonly title?: string | undefined;
  readonly note?: string | undefined;
}

interface ActionDaysProps {
  /** In the order of their time. */
  readonly actions: readonly ShownAction[];
  /** The number of actions of each day, also of those that are not in `actions`. */
  readonly days: readonly { readonly date: string; readonly count: number }[];
}

/** The actions that are listed by name. Further days show their number only. */
const maxNamed = 50;

/** Actions by day on the rental's calendar, each with its booking or inquiry. */
export function ActionDays({ actions, days }: ActionDaysProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const named = actions.slice(0, maxNamed);
  const nameOf = useBookingNames(named.flatMap(({ booking }) => (booking === null ? [] : [booking])));
  return (
    <ol className={classes.days}>
      {days.map(({ date, count }) => {
        const ofDay = named.filter(({ localDueAt }) => localDueAt.startsWith(date));
        return (
          <li key={date}>
            <h4>
              {formats.date(dayOf(date))} <small>{t("automations.count", { count })}</small>
            </h4>
            <ul>
              {ofDay.map(({ key, booking, inquirer, localDueAt, title, note }) => (
                <li key={key}>
                  <time>{localDueAt.slice(11, 16)}</time> {title}{" "}
                  {booking !== null && <BookingLink id={booking}>{nameOf(booking)}</BookingLink>}
                  {inquirer !== undefined && <Link to="/inquiries">{inquirer}</Link>}
                  {note && <small> {note}</small>}
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

/** The guest and rental of each booking. */
function useBookingNames(ids: readonly number[]): (id: number) => string {
  const { client, account } = useSession();
  const rentals = useRentals();
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const found = useQuery({
    queryKey: [account.id, "bookings", "named", sorted.join()],
    queryFn: async ({ signal }) => {
      const params = { path: { booking_id: sorted }, query: { include: ["client"] } };
      const { data } = await client.GET("/bookings/{booking_id}", { params, signal });
      return new Map(data.bookings.map((booking) => [booking.id, stayOf(booking)]));
    },
    enabled: sorted.length > 0,
    placeholderData: (before) => before,
  });
  return (id) => {
    const stay = found.data?.get(id);
    if (!stay) return "…";
    const rental = rentals.data?.find((one) => one.id === stay.rental)?.name;
    return [stayName(stay), rental].filter(Boolean).join(", ");
  };
}
