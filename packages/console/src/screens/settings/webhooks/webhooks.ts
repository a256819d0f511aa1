import type { Resource } from "@roost/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../../components/newest-first.ts";

export type Endpoint = Resource<"webhook_endpoints">;
export type Delivery = Resource<"webhook_deliveries">;

/** The polling interval: the change feed does not report endpoints or deliveries. */
const pollMs = 5000;

/** Attempts on a page. */
const pageSize = 50;

/** All of the account's endpoints, including applications' (events.md, Webhooks). */
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
    refetchInterval: pollMs,
  });
}

/** An endpoint's deliveries, newest first; optionally only failed ones. */
export function useDeliveries(endpoint: number, failed: boolean) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "webhook_deliveries", endpoint, failed],
    queryFn: ({ pageParam, signal }) => {
      const filter = { endpoint_id: [endpoint], per_page: pageSize, ...(failed ? { succeeded: false } : {}) };
      return newestFirst(async (page) => {
        const { data } = await client.GET("/webhook_deliveries", { params: { query: { ...filter, page } }, signal });
        return pageOf(data.webhook_deliveries, data.meta);
      }, pageParam);
    },
    initialPageParam: newestPage,
    getNextPageParam: pageBefore,
    staleTime: 0,
    refetchInterval: pollMs,
  });
}

/** The event types that the person may read, and so subscribe to. */
export function useEventTypes() {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "event_types"],
    queryFn: async ({ signal }) =>
      (await client.GET("/event_types", { signal })).data.event_types.filter(({ scopes }) => scopes.some(may)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
