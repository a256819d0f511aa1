import { Sparkles } from "lucide-react";
import { useMemo } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Formats } from "../../components/formats.ts";
import { TaskList } from "../../components/tasks/task-list.tsx";
import type { Task } from "../../components/tasks/tasks.ts";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { fortnight, type GuestStay } from "../../components/turnovers/guest-stays.ts";
import { turnoversOf } from "../../components/turnovers/turnovers.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./cleaning.module.css";
import { TurnoverCard } from "./turnover-card.tsx";

interface FortnightProps {
  /** Epoch days. */
  readonly from: number;
  readonly today: number;
  readonly stays: readonly GuestStay[];
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
  /** By epoch day. */
  readonly tasks: ReadonlyMap<number, readonly Task[]>;
  readonly openTask: (id: number) => void;
}

/** The days with turnovers or tasks, and today even without one. */
export function Fortnight({ from, today, stays, rentals, formats, tasks, openTask }: FortnightProps) {
  const { t } = useI18n();
  const turnovers = useMemo(
    () => turnoversOf(stays, rentals, { first: from, last: from + fortnight - 1 }),
    [stays, rentals, from],
  );
  const days = Array.from({ length: fortnight }, (_, index) => from + index);
  if (turnovers.size === 0 && tasks.size === 0)
    return (
      <EmptyState
        icon={Sparkles}
        text={t("cleaning.nothingFrom", { from: formats.date(from), until: formats.date(from + fortnight - 1) })}
      />
    );
  return days
    .filter((day) => day === today || turnovers.has(day) || tasks.has(day))
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
          !tasks.has(day) && <p className="hint">{t("cleaning.nothing")}</p>
        )}
        {tasks.has(day) && (
          <TaskList
            label={`${t("tasks.title")}, ${formats.date(day)}`}
            tasks={tasks.get(day) ?? []}
            {...{ rentals, today, formats }}
            open={openTask}
          />
        )}
      </section>
    ));
}
