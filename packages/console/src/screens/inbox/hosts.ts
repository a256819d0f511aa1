import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useSession } from "../../app/session.tsx";
import type { Conversation } from "./conversations.ts";

/** Everyone who writes to guests for the account. */
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

/** The hosts that belong to the signed-in person; undefined while loading. */
export function useOwnHosts(): readonly number[] | undefined {
  const { person } = useSession();
  return useHosts()
    .data?.filter(({ links }) => links.user === person.user.id)
    .map(({ id }) => id);
}

/** Makes the person a host and a participant in a conversation, as needed to answer, read or be assigned (docs/concepts/inbox.md). */
export function useParticipation() {
  const { client, account, person } = useSession();
  const queries = useQueryClient();
  const own = useOwnHosts();
  const becomeHost = useCallback(async (): Promise<number> => {
    const [existing] = own ?? [];
    if (existing !== undefined) return existing;
    const [firstname = "", ...rest] = person.user.name.trim().split(/\s+/);
    // The API requires a last name, but some people have only one name.
    const host = {
      firstname,
      lastname: rest.join(" ") || firstname,
      email: person.user.email,
      user_id: person.user.id,
    };
    const { data } = await client.POST("/hosts", { body: { hosts: [host] } });
    const [made] = data.hosts;
    if (!made) throw new TypeError("The response contains no host.");
    await queries.invalidateQueries({ queryKey: [account.id, "hosts"] });
    return made.id;
  }, [client, account.id, person, queries, own]);
  const takePart = useCallback(
    async ({ id, participants = [] }: Conversation): Promise<number> => {
      const host = await becomeHost();
      const existing = participants.find(({ member_type, member_id }) => member_type === "Host" && member_id === host);
      if (existing) return existing.id;
      const participant = { conversation_id: id, member_type: "Host" as const, member_id: host };
      const { data } = await client.POST("/inbox/participants", { body: { participants: [participant] } });
      const [made] = data.participants;
      if (!made) throw new TypeError("The response contains no participant.");
      return made.id;
    },
    [client, becomeHost],
  );
  return { becomeHost, takePart };
}
