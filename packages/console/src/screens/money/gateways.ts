import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** Payment gateway names by id. Not fetched if the person cannot read gateways. */
export function useGateways() {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "payment_gateways", "names"],
    queryFn: async ({ signal }) => {
      const names = new Map<number, string>();
      const params = { query: { fields: ["id" as const, "name" as const] } };
      for await (const { id, name } of client.records("/payment_gateways", { params, signal })) names.set(id, name);
      return names;
    },
    enabled: may("preferences_payments_read"),
  });
}
