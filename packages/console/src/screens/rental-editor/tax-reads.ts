import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** The taxes on a rental's price. Rentals do not link to their taxes, so the account's are filtered. */
export function useRentalsTaxes(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals_taxes", "editor", rental],
    queryFn: async ({ signal }) => {
      const levied: Resource<"rentals_taxes">[] = [];
      for await (const one of client.records("/rentals_taxes", { signal }))
        if (one.links.rental === rental) levied.push(one);
      return levied;
    },
  });
}
