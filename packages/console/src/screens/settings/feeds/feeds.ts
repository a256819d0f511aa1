import type { Resource } from "@roost/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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

/** Whether a reading has been requested or started but has not ended. */
export function isUnderWay({ kind, enabled, url, state, last_attempt_at }: Feed): boolean {
  return kind === "import" && enabled && state === "pending" && (url !== null || last_attempt_at !== null);
}

/** Sends a request about a calendar, then reads all calendars again. */
export function useFeedChange<T>(
  change: (client: ReturnType<typeof useSession>["client"], input: T) => Promise<unknown>,
) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: T) => change(client, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] }),
  });
}
