import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { useTaskRights } from "./tasks.ts";

/** The people and cleaning links that a task can be assigned to, by `user 5` or `link 7`. Empty for roles that assign nobody. */
export function useAssignees(): ReadonlyMap<string, string> {
  const { client, account } = useSession();
  const { mayPlan } = useTaskRights();
  const people = useQuery({
    queryKey: [account.id, "people", "assignees"],
    queryFn: async () =>
      (await callConsole<{ people: readonly { id: number; name: string }[] }>("GET", `/accounts/${account.id}/people`))
        .people,
    enabled: mayPlan,
  });
  const links = useQuery({
    queryKey: [account.id, "cleaning_links", "assignees"],
    queryFn: async ({ signal }) => {
      const found: { readonly id: number; readonly name: string }[] = [];
      for await (const link of client.records("/cleaning_links", { signal })) found.push(link);
      return found;
    },
    enabled: mayPlan,
  });
  return new Map([
    ...(people.data ?? []).map(({ id, name }) => [`user ${id}`, name] as const),
    ...(links.data ?? []).map(({ id, name }) => [`link ${id}`, name] as const),
  ]);
}
