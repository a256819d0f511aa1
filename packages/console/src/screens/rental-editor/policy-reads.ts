import { useQuery } from "@tanstack/react-query";
import type { Client, Resource } from "@roost/client";
import { useWorking } from "../../app/session.tsx";

export type Policy = Resource<"rental_cancelation_policies">;

/** The policy of the account, or that it has none, or that so many copies of bookings stand before it that it was not sought on. */
export type AccountPolicy = Policy | "none" | "unknown";

/** Every booking has a copy of a policy, and the API lists them all: after so many the account's own is not sought on. */
const mostRead = 500;

/** What holds in a rental: its own policy, else the account's. */
export function usePolicies(rental: number) {
  const { client, account } = useWorking();
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

async function accountsOwn(client: Client, signal: AbortSignal): Promise<AccountPolicy> {
  let read = 0;
  const query = { include: ["rental_cancelation_policy_items"] };
  for await (const policy of client.records("/rental_cancelation_policies", { params: { query }, signal })) {
    if (policy.policeable_type === "Account") return policy;
    read += 1;
    if (read >= mostRead) return "unknown";
  }
  return "none";
}
