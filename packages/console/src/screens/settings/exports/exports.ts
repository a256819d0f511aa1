import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { useSubmit } from "../../../components/use-submit.ts";

export type AccountExport = Resource<"exports">;

/** Polling interval while an export runs: the change feed does not report its progress. */
const pollMs = 1000;

/** The account's exports. */
export function useExports() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "exports"],
    queryFn: async ({ signal }) => {
      const exports: AccountExport[] = [];
      for await (const one of client.records("/exports", { signal })) exports.push(one);
      return exports;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === "running") ? pollMs : false),
  });
}

/** Begins an export. */
export function useNewExport() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useSubmit({
    mutationFn: (byte_order_mark: boolean) => client.POST("/exports", { body: { exports: [{ byte_order_mark }] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [account.id, "exports"] }),
  });
}
