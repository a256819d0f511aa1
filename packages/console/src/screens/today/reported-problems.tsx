import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { Formats } from "../../components/formats.ts";
import { nameOfTask } from "../../components/tasks/task-words.ts";
import { useTaskRights, useTasks } from "../../components/tasks/tasks.ts";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";

interface ReportedProblemsProps {
  readonly houses: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
}

/** Unsolved problems that cleaners reported. Hidden without any. */
export function ReportedProblems({ houses, formats }: ReportedProblemsProps) {
  const { t } = useI18n();
  const { mayPlan } = useTaskRights();
  const read = useTasks({ with_problem: true });
  if (!mayPlan || (!read.error && !read.data?.length)) return null;
  return (
    <Section
      title={t("tasks.problems")}
      icon={TriangleAlert}
      to={{ to: "/cleaning" }}
      entries={read.data}
      reads={[read]}
    >
      {(task) => (
        <Line
          key={task.id}
          title={
            <Link to="/cleaning" search={{ task: task.id }}>
              {[houses.get(task.links.rental)?.name, nameOfTask(task, t)].filter(Boolean).join(": ")}
            </Link>
          }
          about={task.problem ?? ""}
          detail={task.problem_reported_at ? formats.moment(task.problem_reported_at) : undefined}
        />
      )}
    </Section>
  );
}
