import type { Client } from "@roost/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { msOfDay, textOf, todayHere } from "../../../components/days.ts";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../../components/newest-first.ts";
import type { AuditSearch } from "./audit-search.ts";
import { resourcesOf } from "./things.ts";

/** Entries on a page, and the default number of days. */
const [pageSize, defaultDays] = [100, 30];

export const defaultStart = (): string => textOf(todayHere() - defaultDays);

const actorTypes = ["Application", "User", "AgentToken", "Job", "Command", "Database"] as const;

/**
 * The account's changes, newest first (events.md, Audit). Refetched whenever the screen opens: the change feed does not report entries.
 */
export function useAudit(search: AuditSearch) {
  const { client, account } = useSession();
  const since = search.from ?? defaultStart();
  return useInfiniteQuery({
    queryKey: [account.id, "audit_entries", { ...search, since }],
    queryFn: async ({ pageParam, signal }) => {
      const bookings = search.booking ? await bookingsNamed(client, search.booking, signal) : undefined;
      if (bookings?.length === 0) return { records: [], total: 0, page: 1 };
      const filter = {
        ...filterOf(search),
        ...(bookings ? { booking_id: bookings } : {}),
        from: beginningOf(since, 0),
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

function filterOf({ kind, rental, actor, to }: AuditSearch) {
  const [type, actorId] = (actor ?? "").split(":");
  const actorType = actorTypes.find((candidate) => candidate === type);
  return {
    ...(kind ? { resource: resourcesOf(kind) } : {}),
    ...(rental ? { rental_id: [Number(rental)] } : {}),
    ...(actorType ? { actor_type: [actorType] } : {}),
    ...(actorId ? { actor_id: Number(actorId) } : {}),
    ...(to ? { to: beginningOf(to, 1) } : {}),
  };
}

/** The ids of the bookings with this reference or number, canceled ones included. */
async function bookingsNamed(client: Client, name: string, signal: AbortSignal): Promise<number[]> {
  const query = { query: name, from: "1900-01-01", include_canceled: true };
  const { data } = await client.GET("/bookings", {
    params: { query: { ...query, fields: ["id", "reference"] } },
    signal,
  });
  return data.bookings
    .filter(({ id, reference }) => String(id) === name || reference === name.toUpperCase())
    .map(({ id }) => id);
}

/** The start of a day, or of a later one, in the person's time zone. */
function beginningOf(day: string, later: number): string {
  const midnight = new Date(`${day}T00:00:00`);
  return new Date(midnight.getTime() + later * msOfDay).toISOString();
}
