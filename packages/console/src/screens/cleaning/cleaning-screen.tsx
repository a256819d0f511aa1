import { Button, Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, ListPlus, Printer, UserPlus } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf } from "../../components/days.ts";
import { NoRental } from "../../components/no-rental.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useTaskRights, useTasksByDay } from "../../components/tasks/tasks.ts";
import { useTaskDialogs } from "../../components/tasks/use-task-dialogs.tsx";
import { useCleanedRentals } from "../../components/turnovers/cleaned-rentals.ts";
import { fortnight, useGuestStays } from "../../components/turnovers/guest-stays.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useToday } from "../../components/use-today.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./cleaning.module.css";
import { Fortnight } from "./fortnight.tsx";
import { NewLink } from "./links/link-dialog.tsx";
import { LinksSection } from "./links/links-section.tsx";
import "../../components/print.css";
import { Pending } from "../../components/pending.tsx";

const route = getRouteApi("/cleaning");

/** Two weeks of turnovers, day by day, with the time available for cleaning (console.md, Screens). */
export function CleaningScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { from: requested, task } = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday();
  const from = requested === undefined ? today : dayOf(requested);
  const { may, sees } = useSession();
  const mayLink = may("bookings_write") && sees("cleaning_links");
  const rentals = useCleanedRentals();
  const stays = useGuestStays(from);
  const [isInviting, setInviting] = useState(false);
  const tasks = useTasksByDay(from, from + fortnight - 1, today);
  const rights = useTaskRights();
  const dialogs = useTaskDialogs(rentals.data ?? new Map(), formats, task);
  const to = (day: number) => void navigate({ search: day === today ? {} : { from: textOf(day) } });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("screens.cleaning")}
        actions={
          rentals.data &&
          rentals.data.size > 0 && (
            <Group gap="xs" className={styles.screenOnly ?? ""}>
              {rights.mayPlan && (
                <Button
                  variant="default"
                  leftSection={<ListPlus size={18} aria-hidden />}
                  onClick={() => dialogs.create({ day: textOf(from) })}
                >
                  {t("tasks.new")}
                </Button>
              )}
              {mayLink && (
                <Button leftSection={<UserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
                  {t("cleaning.links.invite")}
                </Button>
              )}
            </Group>
          )
        }
      />
      <Group gap="xs" justify="space-between" className={styles.screenOnly ?? ""}>
        <Button.Group>
          <Button variant="default" px="xs" aria-label={t("cleaning.before")} onClick={() => to(from - fortnight)}>
            <ChevronLeft size={18} aria-hidden />
          </Button>
          <Button variant="default" onClick={() => to(today)}>
            {t("calendar.today")}
          </Button>
          <Button variant="default" px="xs" aria-label={t("cleaning.after")} onClick={() => to(from + fortnight)}>
            <ChevronRight size={18} aria-hidden />
          </Button>
        </Button.Group>
        <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
          {t("cleaning.print")}
        </Button>
      </Group>
      {!rentals.data || !stays.data || (rights.sees && !tasks.data) ? (
        <Pending reads={[rentals, stays, tasks]} />
      ) : rentals.data.size > 0 ? (
        <Fortnight
          {...{ from, today, formats }}
          stays={stays.data}
          rentals={rentals.data}
          tasks={tasks.byDay}
          openTask={dialogs.open}
        />
      ) : may("rentals_write") ? (
        <NoRental />
      ) : (
        <p className="empty">{t("cleaning.noRentals")}</p>
      )}
      {rentals.data && mayLink && <LinksSection rentals={rentals.data} formats={formats} />}
      {rentals.data && dialogs.dialog}
      {isInviting && rentals.data && <NewLink rentals={rentals.data} close={() => setInviting(false)} />}
    </div>
  );
}
