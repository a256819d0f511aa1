import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { Fee, RentalsFee } from "./fee-draft.ts";

/** A rental's active fees. */
export function useRentalsFees(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals_fees", "editor", rental],
    queryFn: async ({ signal }): Promise<readonly RentalsFee[]> => {
      const params = { path: { rental_id: [rental] }, query: { include: ["rentals_fees"] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return (data.rentals[0]?.rentals_fees ?? []).filter(({ archived_at }) => archived_at === null);
    },
  });
}

/** The account's fees that new bookings can use. */
export function useFees() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "fees", "editor"],
    queryFn: async ({ signal }) => {
      const fees: Fee[] = [];
      for await (const fee of client.records("/fees", { signal })) if (fee.archived_at === null) fees.push(fee);
      return fees;
    },
  });
}

/** The seasons of the rental's rates table; empty without a table. */
export function useRentalsSeasons(table: number | null) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "seasons", "editor", table],
    queryFn: async ({ signal }) => {
      const seasons: Resource<"seasons">[] = [];
      if (table === null) return seasons;
      for await (const season of client.records("/seasons", { signal }))
        if (season.links.rates_table === table) seasons.push(season);
      return seasons;
    },
  });
}
