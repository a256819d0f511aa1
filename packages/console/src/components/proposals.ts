import type { RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../app/session.tsx";

export type Proposal = RecordOf<"/proposals">;

/** The number of decided proposals below the waiting ones. */
const recentCount = 20;

/** Proposals expire by the clock, which no event announces. */
const refetchMs = 60_000;

/** Changes that agents propose and that wait for a person, oldest first (docs/guides/agents.md). */
export function usePendingProposals() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "proposals", "pending"],
    queryFn: async ({ signal }): Promise<readonly Proposal[]> => {
      const { data } = await client.GET("/proposals", { params: { query: { state: ["pending"] } }, signal });
      return data.proposals.toSorted((one, other) => one.id - other.id);
    },
    enabled: account.scopes.includes("audit_read"),
    refetchInterval: refetchMs,
  });
}

/** The latest proposals that were decided or have expired, newest first. */
export function useRecentProposals() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "proposals", "recent"],
    queryFn: async ({ signal }): Promise<readonly Proposal[]> => {
      const state: Proposal["state"][] = ["approved", "rejected", "expired"];
      const query = { state, per_page: recentCount };
      const { data } = await client.GET("/proposals", { params: { query }, signal });
      return data.proposals.toSorted((one, other) => other.id - one.id);
    },
    refetchInterval: refetchMs,
  });
}
