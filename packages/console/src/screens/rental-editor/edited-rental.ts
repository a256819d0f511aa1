import { NotFound, type Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** A rental in the editor. */
export type EditedRental = Resource<"rentals">;

/** The rental to edit, or null if it does not exist. Refetched on changes. */
export function useRental(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "editor", id],
    queryFn: async ({ signal }) => {
      try {
        const { data } = await client.GET("/rentals/{rental_id}", { params: { path: { rental_id: [id] } }, signal });
        return data.rentals[0] ?? null;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
  });
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
