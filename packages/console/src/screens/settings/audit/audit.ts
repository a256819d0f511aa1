import { useInfiniteQuery } from "@tanstack/react-query";
import { bookingId } from "../../../../../../src/core/reference.ts";
import { useSession } from "../../../app/session.tsx";
import { beginningHere, dayOf, textOf, todayHere } from "../../../components/days.ts";
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
    queryFn: ({ pageParam, signal }) => {
      const filter = {
        ...filterOf(search),
        from: beginningHere(dayOf(since)),
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

function filterOf({ kind, rental, booking, actor, to }: AuditSearch) {
  const bookingNumber = booking === undefined ? undefined : bookingId(booking.toUpperCase());
  const [type, actorId] = (actor ?? "").split(":");
  const actorType = actorTypes.find((candidate) => candidate === type);
  return {
    ...(kind ? { resource: resourcesOf(kind) } : {}),
    ...(rental ? { rental_id: [Number(rental)] } : {}),
    ...(bookingNumber ? { booking_id: [bookingNumber] } : {}),
    ...(actorType ? { actor_type: [actorType] } : {}),
    ...(actorId ? { actor_id: Number(actorId) } : {}),
    ...(to ? { to: beginningHere(dayOf(to) + 1) } : {}),
  };
}
