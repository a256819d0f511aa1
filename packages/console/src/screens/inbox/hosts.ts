import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useSession } from "../../app/session.tsx";
import type { Conversation } from "./conversations.ts";

/** Everybody who writes to guests for the account. */
export function useHosts() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "hosts"],
    queryFn: async ({ signal }) => {
      const hosts: Resource<"hosts">[] = [];
      for await (const host of client.records("/hosts", { signal })) if (host.forget_me_at === null) hosts.push(host);
      return hosts;
    },
  });
}

/** The hosts that the person who is signed in writes as; undefined until it is known. */
export function useOwnHosts(): readonly number[] | undefined {
  const { person } = useSession();
  return useHosts()
    .data?.filter(({ links }) => links.user === person.user.id)
    .map(({ id }) => id);
}

/** Makes the person a host, and lets them take part in a conversation: whoever answers, reads or is assigned is one (docs/concepts/inbox.md). */
export function useTakingPart() {
  const { client, account, person } = useSession();
  const queries = useQueryClient();
  const own = useOwnHosts();
  const becomeHost = useCallback(async (): Promise<number> => {
    const [known] = own ?? [];
    if (known !== undefined) return known;
    const [firstname = "", ...rest] = person.user.name.trim().split(/\s+/);
    // A last name is required, and some people have one name.
    const host = {
      firstname,
      lastname: rest.join(" ") || firstname,
      email: person.user.email,
      user_id: person.user.id,
    };
    const { data } = await client.POST("/hosts", { body: { hosts: [host] } });
    const [made] = data.hosts;
    if (!made) throw new TypeError("The answer holds no host.");
    await queries.invalidateQueries({ queryKey: [account.id, "hosts"] });
    return made.id;
  }, [client, account.id, person, queries, own]);
  const takePart = useCallback(
    async ({ id, participants = [] }: Conversation): Promise<number> => {
      const host = await becomeHost();
      const known = participants.find(({ member_type, member_id }) => member_type === "Host" && member_id === host);
      if (known) return known.id;
      const participant = { conversation_id: id, member_type: "Host" as const, member_id: host };
      const { data } = await client.POST("/inbox/participants", { body: { participants: [participant] } });
      const [made] = data.participants;
      if (!made) throw new TypeError("The answer holds no participant.");
      return made.id;
    },
    [client, becomeHost],
  );
  return { becomeHost, takePart };
}
