import { Sparkles } from "lucide-react";
import { useMemo } from "react";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { CleanedRental } from "./cleaned-rentals.ts";
import styles from "./cleaning.module.css";
import { fortnight, type GuestStay } from "./guest-stays.ts";
import { TurnoverCard } from "./turnover-card.tsx";
import { turnoversOf } from "./turnovers.ts";

interface FortnightProps {
  /** Epoch days. */
  readonly from: number;
  readonly today: number;
  readonly stays: readonly GuestStay[];
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
}

/** The days with turnovers, and today even without one. */
export function Fortnight({ from, today, stays, rentals, formats }: FortnightProps) {
  const { t } = useI18n();
  const turnovers = useMemo(
    () => turnoversOf(stays, rentals, { first: from, last: from + fortnight - 1 }),
    [stays, rentals, from],
  );
  const days = Array.from({ length: fortnight }, (_, index) => from + index);
  if (turnovers.size === 0)
    return (
      <div className={styles.empty}>
        <Sparkles size={32} aria-hidden />
        <output>{t("cleaning.nothing")}</output>
        <span>{t("cleaning.span", { from: formats.date(from), until: formats.date(from + fortnight - 1) })}</span>
      </div>
    );
  return days
    .filter((day) => day === today || turnovers.has(day))
    .map((day) => (
      <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
        <h2 id={`day-${day}`}>
          {day === today && <strong>{t("calendar.today")}</strong>} {formats.date(day)}
          <span className="hint">{t("cleaning.count", { count: turnovers.get(day)?.length ?? 0 })}</span>
        </h2>
        {turnovers.has(day) ? (
          <ul className={styles.turnovers}>
            {turnovers.get(day)?.map((turnover) => (
              <TurnoverCard key={`${turnover.leaving.rental} ${turnover.leaving.arrival}`} {...{ turnover, formats }} />
            ))}
          </ul>
        ) : (
          <p className="hint">{t("cleaning.nothing")}</p>
        )}
      </section>
    ));
}
