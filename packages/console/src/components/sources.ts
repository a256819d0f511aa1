import { useQuery } from "@tanstack/react-query";
import { useSession } from "../app/session.tsx";

/** Channel names by id. */
export function useSources() {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, "sources"],
    enabled: sees("sources"),
    queryFn: async ({ signal }) => {
      const names = new Map<number, string>();
      for await (const { id, name } of client.records("/sources", { signal })) names.set(id, String(name));
      return names;
    },
  });
}
