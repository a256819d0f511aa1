import type { Client, Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

export type Policy = Resource<"rental_cancelation_policies">;

/** The rental's own policy, and the account's. */
export function usePolicies(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_cancelation_policies", "editor", rental],
    queryFn: async ({ signal }) => {
      const include = ["rental_cancelation_policy", "rental_cancelation_policy.rental_cancelation_policy_items"];
      const params = { path: { rental_id: [rental] }, query: { include } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      const own = data.rentals[0]?.rental_cancelation_policy ?? null;
      return { own, account: await accountsOwn(client, signal) };
    },
  });
}

/** The account's policy, which applies to rentals without their own; null for none. */
export function useAccountPolicy() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_cancelation_policies", "account"],
    queryFn: ({ signal }) => accountsOwn(client, signal),
  });
}

async function accountsOwn(client: Client, signal: AbortSignal): Promise<Policy | null> {
  const query = { policeable_type: ["Account" as const], include: ["rental_cancelation_policy_items"] };
  const { data } = await client.GET("/rental_cancelation_policies", { params: { query }, signal });
  return data.rental_cancelation_policies[0] ?? null;
}
