import type { ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { HoldButtons, useHoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import type { Stay } from "../../components/bookings/stay.ts";
import { todayHere } from "../../components/days.ts";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { useHolds, useStays } from "../calendar/stays.ts";
import { ReviewsToAnswer, Unanswered } from "./guests-words.tsx";
import { Section } from "./section.tsx";
import { StayLine } from "./stay-line.tsx";
import { hourOf, turnoversOn } from "./turnovers.ts";
import "./today.css";

/** Days to look ahead for balances due, and how soon a hold must expire to be listed. */
const lookaheadDays = 14;
const expiringMs = 3 * 86_400_000;

/** Today's tasks: arrivals, departures, turnovers, unanswered guests, expiring holds and balances due (console.md, Screens). */
export function TodayScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const rentals = useRentals();
  const today = todayHere();
  const stays = useStays(today, today + lookaheadDays);
  const holds = useHolds();
  const { choose, dialog } = useHoldDialog(formats);
  if (rentals.error || !rentals.data)
    return <PendingScreen title={t("screens.today")} error={rentals.error} reset={() => void rentals.refetch()} />;
  const names = new Map(rentals.data.map(({ id, name }) => [id, name]));
  const guests = [...stays.values()].flat().filter(({ state }) => state === "booked" || state === "hold");
  const line = (stay: Stay, detail: string | null, steps?: ReactNode) => (
    <StayLine key={stay.id} stay={stay} rental={names.get(stay.rental)} detail={detail}>
      {steps}
    </StayLine>
  );
  const calendar = { to: "/calendar" } as const;
  const expiring = holds.data
    ?.filter(({ expires }) => expires && Date.parse(expires) < Date.now() + expiringMs)
    .sort((one, other) => Date.parse(one.expires ?? "") - Date.parse(other.expires ?? ""));
  const due = guests.filter(
    ({ state, open, arrival }) => state === "booked" && Number(open) > 0 && arrival <= today + lookaheadDays,
  );
  return (
    <div className="today">
      <h1>
        {t("screens.today")} <small>{formats.date(today)}</small>
      </h1>
      <div className="lists">
        <Section title={t("today.arrivals")} to={calendar} entries={guests.filter(({ arrival }) => arrival === today)}>
          {(stay) => line(stay, t("book.nights", { nights: stay.departure - stay.arrival }))}
        </Section>
        <Section
          title={t("today.departures")}
          to={calendar}
          entries={guests.filter(({ departure }) => departure === today)}
        >
          {(stay) => line(stay, hourOf(stay.endAt))}
        </Section>
        <Section title={t("today.turnovers")} to={calendar} entries={turnoversOn(guests, today)}>
          {({ arriving, from, until, hours }) =>
            line(
              arriving,
              t("today.between", {
                from: hourOf(from),
                until: hourOf(until),
                hours: formats.rounded(Math.floor(hours)),
              }),
            )
          }
        </Section>
        {may("inbox_read") && <Unanswered formats={formats} />}
        <Section
          title={t("today.inHouse")}
          to={calendar}
          entries={guests.filter(({ arrival, departure }) => arrival < today && departure > today)}
        >
          {(stay) => line(stay, formats.date(stay.departure))}
        </Section>
        <Section title={t("today.holds")} to={calendar} entries={expiring} error={holds.error}>
          {(stay) =>
            line(
              stay,
              stay.expires && t("today.until", { moment: formats.moment(stay.expires) }),
              may("bookings_write") && <HoldButtons hold={stay} choose={choose(stay)} size="xs" />,
            )
          }
        </Section>
        {may("payments_read") && (
          <Section title={t("today.due")} to={{ to: "/money" }} entries={due}>
            {(stay) => line(stay, stay.open && stay.currency ? formats.money(stay.open, stay.currency) : null)}
          </Section>
        )}
        {may("reviews_write") && <ReviewsToAnswer rentalOf={(id) => names.get(id)} />}
      </div>
      {dialog}
    </div>
  );
}
