import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import cards from "../cards.module.css";
import { useAccountPath } from "../people.ts";
import { type Job, useJobs } from "./jobs.ts";

/** The account's background jobs: running, waiting and failed. */
export function JobsSection() {
  const { t } = useI18n();
  const { account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/jobs`;
  const jobs = useJobs();
  const retrying = useSubmit({
    mutationFn: ({ id }: Job) => callConsole("POST", `${path}/${id}/retry`, {}),
    onSuccess: () => notify({ text: t("jobs.retried") }),
    onSettled: () => queries.invalidateQueries({ queryKey: [account.id, "jobs"] }),
  });
  if (!jobs.data) return <Pending reads={[jobs]} />;
  const failedFirst = jobs.data.toSorted(
    (one, other) => Number(other.state === "failed") - Number(one.state === "failed"),
  );
  return (
    <section>
      <h2>{t("jobs.title")}</h2>
      <p className="hint">{t("jobs.about")}</p>
      <FormProblems error={retrying.error} excluded={[]} />
      {failedFirst.length === 0 && <p className="empty">{t("jobs.none")}</p>}
      <ul className={cards.cards} aria-label={t("jobs.title")}>
        {failedFirst.map((job) => (
          <JobCard key={job.id} job={job} isBusy={retrying.isPending} retry={() => retrying.submit(job)} />
        ))}
      </ul>
    </section>
  );
}

interface JobCardProps {
  readonly job: Job;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

function JobCard({ job, isBusy, retry }: JobCardProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const name = t.find(`jobs.names.${job.name}`) ?? job.name;
  // A running job counts its present attempt, which has not failed.
  const failures = job.state === "running" ? job.attempts - 1 : job.attempts;
  const since = {
    running: () => t("jobs.state.running", { moment: formats.moment(job.running_since ?? job.run_at) }),
    waiting: () => t("jobs.state.waiting", { moment: formats.moment(job.run_at) }),
    failed: () => t("jobs.state.failed", { attempts: job.attempts }),
  };
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={job.state === "failed" ? "bad" : undefined}>{since[job.state]()}</p>
      </div>
      <div>
        {job.state !== "failed" && failures > 0 && (
          <p>{t("jobs.attempt", { attempts: failures, max: job.max_attempts })}</p>
        )}
        {job.last_error !== null && <p>{t("jobs.lastError", { error: job.last_error })}</p>}
      </div>
      {job.state !== "running" && (
        <Button variant="default" disabled={isBusy} aria-label={t("jobs.retryOf", { name })} onClick={retry}>
          {t("jobs.retry")}
        </Button>
      )}
    </li>
  );
}
