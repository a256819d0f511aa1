import { Button } from "@mantine/core";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { todayAt } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { TaskList } from "../../components/tasks/task-list.tsx";
import { useTaskRights, useTasks } from "../../components/tasks/tasks.ts";
import { useTaskDialogs } from "../../components/tasks/use-task-dialogs.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Card } from "./card.tsx";

interface TasksCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** A booking's tasks, which move with its stay. Hidden from roles that see none. */
export function TasksCard({ booking, formats }: TasksCardProps) {
  const { t } = useI18n();
  const rights = useTaskRights();
  const tasks = useTasks({ booking_id: [booking.id] });
  const { rental, links, end_at } = booking;
  const rentals = new Map([[links.rental, { name: rental?.name ?? "" }]]);
  const dialogs = useTaskDialogs(rentals, formats);
  if (!rights.sees || booking.created_by_type === "Booking") return null;
  const mayAdd = rights.mayPlan && booking.status !== "Canceled";
  const begun = { day: end_at.slice(0, 10), time: end_at.slice(11, 16), rental: links.rental, booking: booking.id };
  return (
    <Card
      title={t("tasks.title")}
      step={
        mayAdd && (
          <Button size="compact-sm" variant="default" onClick={() => dialogs.create(begun)}>
            {t("tasks.new")}
          </Button>
        )
      }
    >
      {!tasks.data && <Pending reads={[tasks]} />}
      {tasks.data?.length === 0 && <p className="hint">{t("tasks.none")}</p>}
      {tasks.data && tasks.data.length > 0 && (
        <TaskList
          label={t("tasks.title")}
          tasks={tasks.data}
          today={todayAt(rental?.time_zone ?? "UTC")}
          formats={formats}
          open={dialogs.open}
        />
      )}
      {dialogs.dialog}
    </Card>
  );
}
