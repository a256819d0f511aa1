import { ApiError } from "@roost/client";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { noteRefusal } from "./refusals.ts";

/**
 * The query cache. The change feed invalidates queries (live-changes.tsx), so nothing refetches by age.
 * The client itself retries after network errors.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
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
