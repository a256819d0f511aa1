import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

export type Feed = Resource<"calendar_feeds">;

/** Polling intervals, shorter during an import: the change feed does not report its progress. */
const [soon, later] = [3000, 60_000];

/** All imported and exported calendars (docs/concepts/calendars.md). */
export function useFeeds() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "calendar_feeds"],
    queryFn: async ({ signal }) => {
      const feeds: Feed[] = [];
      for await (const feed of client.records("/calendar_feeds", { signal })) feeds.push(feed);
      return feeds;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? soon : later),
  });
}

/** Whether an import has started but not finished. */
export function isUnderWay({ kind, enabled, url, last_attempt_at, last_success_at, last_error }: Feed): boolean {
  if (kind !== "import" || !enabled || last_error !== null) return false;
  if (last_attempt_at === null) return url !== null;
  return last_success_at === null || last_success_at < last_attempt_at;
}
