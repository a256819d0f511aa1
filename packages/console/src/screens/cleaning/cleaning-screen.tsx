import { Button, Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf, todayHere } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import { NoRental } from "../../components/no-rental.tsx";
import { useCleanedRentals } from "../../components/turnovers/cleaned-rentals.ts";
import { fortnight, useGuestStays } from "../../components/turnovers/guest-stays.ts";
import { turnoversOf } from "../../components/turnovers/turnovers.ts";
import { useFormats } from "../../components/use-formats.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { LinksSection } from "./links-section.tsx";
import { TurnoverCard } from "./turnover-card.tsx";
import "./cleaning.css";

const route = getRouteApi("/cleaning");

/** Two weeks of turnovers, day by day, with the time available for cleaning (console.md, Screens). */
export function CleaningScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { from: requested } = route.useSearch();
  const navigate = route.useNavigate();
  const today = todayHere();
  const from = requested === undefined ? today : dayOf(requested);
  const { may, sees } = useSession();
  const mayLink = may("bookings_write") && sees("cleaning_links");
  const rentals = useCleanedRentals();
  const stays = useGuestStays(from);
  const failed = [rentals, stays].find(({ error }) => error);
  const days = Array.from({ length: fortnight }, (_, index) => from + index);
  const turnovers = useMemo(
    () => turnoversOf(stays.data ?? [], rentals.data ?? new Map(), { first: from, last: from + fortnight - 1 }),
    [stays.data, rentals.data, from],
  );
  const to = (day: number) => void navigate({ search: day === today ? {} : { from: textOf(day) } });
  return (
    <div className="cleaning">
      <header>
        <h1>{t("screens.cleaning")}</h1>
        <Group gap="xs" className="by-hand">
          <Button.Group>
            <Button variant="default" aria-label={t("cleaning.before")} onClick={() => to(from - fortnight)}>
              ‹
            </Button>
            <Button variant="default" onClick={() => to(today)}>
              {t("calendar.today")}
            </Button>
            <Button variant="default" aria-label={t("cleaning.after")} onClick={() => to(from + fortnight)}>
              ›
            </Button>
          </Button.Group>
          <Button variant="default" onClick={() => print()}>
            {t("cleaning.print")}
          </Button>
        </Group>
      </header>
      {rentals.data && mayLink && <LinksSection rentals={rentals.data} formats={formats} />}
      {failed ? (
        <Failure error={failed.error} reset={() => void failed.refetch()} />
      ) : !rentals.data || !stays.data ? (
        <Waiting />
      ) : rentals.data.size === 0 ? (
        may("rentals_write") ? (
          <NoRental />
        ) : (
          <p className="empty">{t("cleaning.noRentals")}</p>
        )
      ) : (
        days.map((day) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`}>
              {day === today && <strong>{t("calendar.today")}</strong>} {formats.date(day)}
            </h2>
            {turnovers.has(day) ? (
              <ul className="turnovers">
                {turnovers.get(day)?.map((turnover) => (
                  <TurnoverCard
                    key={`${turnover.leaving.rental} ${turnover.leaving.arrival}`}
                    {...{ turnover, formats }}
                  />
                ))}
              </ul>
            ) : (
              <p className="empty">{t("cleaning.nothing")}</p>
            )}
          </section>
        ))
      )}
    </div>
  );
}
