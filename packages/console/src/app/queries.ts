import { ApiError } from "@roost/client";
import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { noteRefusal } from "./refusals.ts";

/**
 * Keeps what was read when a refresh fails: a screen that showed the error instead would lose the form on it. So a query has an error
 * only while it has no data. It is outdated until the next read succeeds.
 */
function keepRead(query: Query<unknown, unknown>): void {
  if (query.state.data !== undefined)
    query.setState({ ...query.state, status: "success", error: null, dataUpdatedAt: 0 });
}

/** Whether a query's last refresh failed. */
export const isOutdated = ({ state }: Pick<Query, "state">): boolean =>
  state.data !== undefined && state.dataUpdatedAt === 0;

/**
 * The query cache. The change feed invalidates queries (live-changes.tsx), so nothing refetches by age.
 * The client itself retries after network errors.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      keepRead(query);
      noteRefusal(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
    // Offline, a write fails at once: sent later, it would surprise the person.
    mutations: { onError: noteRefusal, networkMode: "always" },
  },
});
