import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";

/** A background job of the account (events.md, Jobs). */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly state: "running" | "waiting" | "failed";
  readonly attempts: number;
  readonly max_attempts: number;
  readonly run_at: string;
  readonly running_since: string | null;
  readonly last_error: string | null;
}

/** The polling interval: no event reports jobs. */
const pollMs = 5_000;

export function useJobs() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "jobs"],
    queryFn: async () => (await callConsole<{ jobs: readonly Job[] }>("GET", `/accounts/${account.id}/jobs`)).jobs,
    staleTime: 0,
    refetchInterval: pollMs,
  });
}
