import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type RentalUrl = Resource<"rental_urls">;

export interface RentalUrlDraft {
  readonly label: string;
  readonly url: string;
}

export const draftOfUrl = (one: RentalUrl | undefined): RentalUrlDraft => ({
  ...{ label: one?.label ?? "", url: one?.url ?? "" },
});

/** The application that alone may change the page; null for none. */
export const lockedBy = ({ lock }: RentalUrl): number | null => Number(lock?.record.split("-")[1] ?? 0) || null;

/** A rental's pages on other sites. Rentals do not link to them, so the account's are filtered. */
export function useRentalUrls(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_urls", rental],
    queryFn: async ({ signal }) => {
      const urls: RentalUrl[] = [];
      for await (const one of client.records("/rental_urls", { signal }))
        if (one.links.rental === rental && one.canceled_at === null) urls.push(one);
      return urls.sort((one, other) => (one.label ?? one.url).localeCompare(other.label ?? other.url));
    },
  });
}

/** Creates, changes and removes a rental's pages. */
export function useRentalUrlWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "rental_urls"] });
  const attributesOf = ({ label, url }: RentalUrlDraft) => ({ label: label.trim() || null, url: url.trim() });
  const writing: RecordWriting<RentalUrl, RentalUrlDraft, string> = {
    async read(id) {
      const params = { path: { rental_url_id: [id] } };
      const { data, response } = await client.GET("/rental_urls/{rental_url_id}", { params });
      return versioned(data.rental_urls[0], response);
    },
    async create(draft) {
      const params = { path: { rental_id: rental } };
      await client.POST("/rentals/{rental_id}/rental_urls", { params, body: { rental_urls: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/rental_urls/{rental_url_id}", {
        ...{ params: { path: { rental_url_id: id } }, headers: ifMatch(etag) },
        body: { rental_urls: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: RentalUrl): Promise<void> {
      await client.DELETE("/rental_urls/{rental_url_id}", { params: { path: { rental_url_id: id } } });
      await invalidate();
    },
  };
}
