import { Alert, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { ifMatch, versionOf } from "../conflict/version.ts";
import { FormProblems } from "../form-problems.tsx";
import type { Task } from "./tasks.ts";

/** The reported problem. A manager marks it as solved. */
export function SolveProblem({ task, mayPlan }: { readonly task: Task; readonly mayPlan: boolean }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const solving = useMutation({
    mutationFn: async () => {
      const path = { task_id: task.id };
      // A problem that was reported since must not be solved unread.
      const { data, response } = await client.GET("/tasks/{task_id}", { params: { path: { task_id: [task.id] } } });
      if (data.tasks[0]?.problem === task.problem)
        await client.PUT("/tasks/{task_id}", {
          ...{ params: { path }, headers: ifMatch(versionOf(response)) },
          body: { tasks: [{ problem_solved: true }] },
        });
      await queries.invalidateQueries({ queryKey: [account.id, "tasks"] });
    },
  });
  return (
    <Alert
      color={task.problem_solved ? "gray" : "red"}
      title={task.problem_solved ? `${t("tasks.problem")}: ${t("tasks.solved")}` : t("tasks.problem")}
    >
      <p style={{ whiteSpace: "pre-line" }}>{task.problem}</p>
      {mayPlan && !task.problem_solved && (
        <Button variant="default" size="compact-sm" loading={solving.isPending} onClick={() => solving.mutate()}>
          {t("tasks.solve")}
        </Button>
      )}
      <FormProblems error={solving.error} excluded={[]} />
    </Alert>
  );
}
