import type { Resource } from "@roost/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { msOfDay, textOf, todayHere } from "../../../components/days.ts";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../../components/newest-first.ts";
import type { AuditSearch } from "./audit-search.ts";

export type AuditEntry = Resource<"audit_entries">;

/** Entries on a page, and the default number of days. */
const [pageSize, defaultDays] = [50, 30];

export const defaultStart = (): string => textOf(todayHere() - defaultDays);

const actorTypes = ["Application", "User", "AgentToken", "Job", "Command", "Database"] as const;

/**
 * The account's changes, newest first (events.md, Audit). Refetched whenever the screen opens: the change feed does not report entries.
 */
export function useAudit({ resource, record, actor, from, to }: AuditSearch) {
  const { client, account } = useSession();
  const [type, actorId] = (actor ?? "").split(":");
  const actorType = actorTypes.find((candidate) => candidate === type);
  const since = from ?? defaultStart();
  return useInfiniteQuery({
    queryKey: [account.id, "audit_entries", { resource, record, actor, since, to }],
    queryFn: ({ pageParam, signal }) => {
      const filter = {
        ...(resource ? { resource } : {}),
        ...(resource && record ? { record_id: [record] } : {}),
        ...(actorType ? { actor_type: [actorType] } : {}),
        ...(actorId ? { actor_id: Number(actorId) } : {}),
        from: beginningOf(since, 0),
        ...(to ? { to: beginningOf(to, 1) } : {}),
        per_page: pageSize,
      };
      return newestFirst(async (page) => {
        const { data } = await client.GET("/audit_entries", { params: { query: { ...filter, page } }, signal });
        return pageOf(data.audit_entries, data.meta);
      }, pageParam);
    },
    initialPageParam: newestPage,
    getNextPageParam: pageBefore,
    staleTime: 0,
  });
}

/** The start of a day, or of a later one, in the person's time zone. */
function beginningOf(day: string, later: number): string {
  const midnight = new Date(`${day}T00:00:00`);
  return new Date(midnight.getTime() + later * msOfDay).toISOString();
}
