import type { Resource } from "@roost/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { newestFirst, pageBefore } from "../../../components/newest-first.ts";

export type Endpoint = Resource<"webhook_endpoints">;
export type Delivery = Resource<"webhook_deliveries">;

/** Milliseconds after which they are read again: neither endpoints nor deliveries are told of by the change feed. */
const readAgainAfter = 5000;

/** Attempts on a page. */
const pageSize = 50;

/** All endpoints of the account, whosever they are (events.md, Webhooks). */
export function useEndpoints() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "webhook_endpoints"],
    queryFn: async ({ signal }) => {
      const endpoints: Endpoint[] = [];
      for await (const endpoint of client.records("/webhook_endpoints", { signal })) endpoints.push(endpoint);
      return endpoints;
    },
    staleTime: 0,
    refetchInterval: readAgainAfter,
  });
}

/** What was sent to an endpoint, the newest first; only what failed, if that is wanted. */
export function useDeliveries(endpoint: number, failed: boolean) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "webhook_deliveries", endpoint, failed],
    queryFn: ({ pageParam, signal }) => {
      const wanted = { endpoint_id: [endpoint], per_page: pageSize, ...(failed ? { succeeded: false } : {}) };
      return newestFirst(async (page) => {
        const { data } = await client.GET("/webhook_deliveries", { params: { query: { ...wanted, page } }, signal });
        return { records: data.webhook_deliveries, pages: Number(data.meta["X-Total-Pages"]) };
      }, pageParam);
    },
    initialPageParam: firstPage,
    getNextPageParam: pageBefore,
    staleTime: 0,
    refetchInterval: readAgainAfter,
  });
}

/** The end of the list, wherever that is. */
const firstPage: number | undefined = undefined;

/** The types of events that the person may read, which are all that they may ask for. */
export function useEventTypes() {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "event_types"],
    queryFn: async ({ signal }) =>
      (await client.GET("/event_types", { signal })).data.event_types.filter(({ scopes }) => scopes.some(may)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
