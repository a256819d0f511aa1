import type { Resource } from "@roost/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Session, useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen } from "../../../components/conflict/version.ts";
import { versioned } from "../../../components/records/record-writing.ts";
import { useSubmit } from "../../../components/use-submit.ts";

/** The account's booking site. */
export type BookingSite = Seen<Resource<"booking_sites">>;

const keyOf = (account: number) => [account, "booking_sites"] as const;

const siteQuery = ({ client, account: { id } }: Session) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<BookingSite | null> => {
      const list = await client.GET("/booking_sites", { signal });
      const [found] = list.data.booking_sites;
      if (!found) return null;
      const params = { path: { booking_site_id: [found.id] } };
      const { data, response } = await client.GET("/booking_sites/{booking_site_id}", { params, signal });
      return versioned(data.booking_sites[0], response);
    },
  });

/** The site; null before there is one. Refetched on changes. */
export const useBookingSite = () => useQuery(siteQuery(useSession()));

/** Creates the site, switched off. */
export function useNewSite() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useSubmit({
    mutationFn: async (address: string) => {
      await client.POST("/booking_sites", { body: { booking_sites: [{ address }] } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(account.id) }),
  });
}

/** Checks the site's own host name. The site is refetched when the check has ended. */
export function useDomainCheck({ id }: BookingSite) {
  const { client } = useSession();
  return useSubmit({
    mutationFn: async () => {
      await client.POST("/booking_sites/{booking_site_id}/check_domain", { params: { path: { booking_site_id: id } } });
    },
  });
}

/** Reads the site as it is now, and writes attributes on condition that it is still the seen one. */
export function useSiteWriting() {
  const session = useSession();
  const { client, account } = session;
  const queries = useQueryClient();
  return {
    async read(): Promise<BookingSite> {
      const site = await queries.fetchQuery({ ...siteQuery(session), staleTime: 0 });
      if (!site) throw new TypeError("The booking site is gone.");
      return site;
    },
    async write({ id, etag }: BookingSite, attributes: Resource<"booking_sites_update">): Promise<void> {
      const params = { path: { booking_site_id: id } };
      await client.PUT("/booking_sites/{booking_site_id}", {
        params,
        headers: ifMatch(etag),
        body: { booking_sites: [attributes] },
      });
      await queries.invalidateQueries({ queryKey: keyOf(account.id) });
    },
  };
}
