import { RefreshCw } from "lucide-react";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { todayAt, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useGuestStays } from "../../components/turnovers/guest-stays.ts";
import { timeBetween } from "../../components/turnovers/time-between.ts";
import { turnoversOf } from "../../components/turnovers/turnovers.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";

interface TurnoversProps {
  readonly houses: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
}

/** Departures and arrivals in one rental today, with the time between, as Cleaning computes it. */
export function Turnovers({ houses, formats }: TurnoversProps) {
  const { t } = useI18n();
  const read = useGuestStays(todayHere());
  const today = todayHere();
  const all = read.data && [...turnoversOf(read.data, houses, { first: today - 1, last: today + 1 }).values()].flat();
  const ofToday = all?.flatMap(({ day, leaving, next, goes, rental }) => {
    const isToday = day === todayAt(houses.get(leaving.rental)?.timeZone ?? "UTC");
    return isToday && next?.stay.arrival === day ? [{ rental, goes, next }] : [];
  });
  const clock = (minutes: number | null) => (minutes === null ? t("cleaning.noTime") : formats.clock(minutes));
  return (
    <Section title={t("today.turnovers")} icon={RefreshCw} to={{ to: "/cleaning" }} entries={ofToday} reads={[read]}>
      {({ rental, goes, next }) => (
        <Line
          key={next.stay.id}
          title={<BookingLink id={next.stay.id}>{rental}</BookingLink>}
          about={t("today.from", { from: clock(goes), until: clock(next.comes) })}
          detail={timeBetween(next.minutes, 0, t)}
        />
      )}
    </Section>
  );
}
