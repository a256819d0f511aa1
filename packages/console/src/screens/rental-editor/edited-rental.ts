import type { Client, Resource } from "@roost/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../components/conflict/version.ts";
import { orNull } from "../../components/records/or-null.ts";

/** A rental in the editor, with the version that a write must still find. */
export type EditedRental = Seen<Resource<"rentals">>;

const rentalQuery = (client: Client, account: number, id: number) =>
  queryOptions({
    queryKey: [account, "rentals", "editor", id],
    queryFn: ({ signal }) =>
      orNull(async (): Promise<EditedRental | null> => {
        const params = { path: { rental_id: [id] } };
        const { data, response } = await client.GET("/rentals/{rental_id}", { params, signal });
        const [rental] = data.rentals;
        return rental ? { ...rental, etag: versionOf(response) } : null;
      }),
  });

/** The rental to edit, or null if it does not exist. Refetched on changes. */
export function useRental(id: number) {
  const { client, account } = useSession();
  return useQuery(rentalQuery(client, account.id, id));
}

/** Reads the rental as it is now, and writes attributes on condition that it is still the seen one. */
export function useRentalWriting(id: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(): Promise<EditedRental> {
      const rental = await queries.fetchQuery({ ...rentalQuery(client, account.id, id), staleTime: 0 });
      if (!rental) throw new TypeError("The rental is gone.");
      return rental;
    },
    async write({ etag }: EditedRental, attributes: Resource<"rentals_update">): Promise<void> {
      const params = { path: { rental_id: id } };
      await client.PUT("/rentals/{rental_id}", { params, headers: ifMatch(etag), body: { rentals: [attributes] } });
      await queries.invalidateQueries({ queryKey: [account.id, "rentals"] });
    },
  };
}

/** The account's locales, default first. */
export function useLocales() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "accounts", "locales"],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/accounts", { signal });
      const found = data.accounts.find(({ id }) => id === account.id);
      return found ? [...new Set([found.default_locale, ...found.selected_locales])] : [];
    },
  });
}
