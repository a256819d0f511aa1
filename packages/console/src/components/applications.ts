import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../app/session.tsx";

/** The account's installed applications, by name. */
export function useApplications() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "applications", "list"],
    queryFn: async ({ signal }) => {
      const applications: Resource<"applications">[] = [];
      for await (const one of client.records("/applications", { signal })) applications.push(one);
      return applications.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}
