import { ApiError } from "@roost/client";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { noteRefusal } from "./refusals.ts";

/**
 * What was read, by what it was asked with. The change feed says when it is no longer true (live-changes.tsx), so nothing is read again
 * for its age; the client itself repeats what a broken connection has ended.
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
    mutations: { onError: noteRefusal },
  },
});
