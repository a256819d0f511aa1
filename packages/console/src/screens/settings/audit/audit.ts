import type { Resource } from "@roost/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { msOfDay, textOf, todayHere } from "../../../components/days.ts";
import { newestFirst, pageBefore } from "../../../components/newest-first.ts";
import type { AuditSearch } from "./audit-search.ts";

export type AuditEntry = Resource<"audit_entries">;

/** Entries on a page, and days that are looked at unless others are asked for. */
const [pageSize, usualDays] = [50, 30];

export const usualStart = (): string => textOf(todayHere() - usualDays);

const actorTypes = ["Application", "User", "AgentToken", "Job", "Command", "Database"] as const;

/** The end of the list, wherever that is. */
const firstPage: number | undefined = undefined;

/** What was changed in the account, the newest first (events.md, Audit). It is read whenever the screen opens: the feed tells of no entries. */
export function useAudit({ resource, record, actor, from, to }: AuditSearch) {
  const { client, account } = useSession();
  const [type, actorId] = (actor ?? "").split(":");
  const actorType = actorTypes.find((known) => known === type);
  const since = from ?? usualStart();
  return useInfiniteQuery({
    queryKey: [account.id, "audit_entries", { resource, record, actor, since, to }],
    queryFn: ({ pageParam, signal }) => {
      const wanted = {
        ...(resource ? { resource } : {}),
        ...(resource && record ? { record_id: [record] } : {}),
        ...(actorType ? { actor_type: [actorType] } : {}),
        ...(actorId ? { actor_id: Number(actorId) } : {}),
        from: beginningOf(since, 0),
        ...(to ? { to: beginningOf(to, 1) } : {}),
        per_page: pageSize,
      };
      return newestFirst(async (page) => {
        const { data } = await client.GET("/audit_entries", { params: { query: { ...wanted, page } }, signal });
        return { records: data.audit_entries, pages: Number(data.meta["X-Total-Pages"]) };
      }, pageParam);
    },
    initialPageParam: firstPage,
    getNextPageParam: pageBefore,
    staleTime: 0,
  });
}

/** When a day, or one so many days later, begins where the person is. */
function beginningOf(day: string, later: number): string {
  const midnight = new Date(`${day}T00:00:00`);
  return new Date(midnight.getTime() + later * msOfDay).toISOString();
}
