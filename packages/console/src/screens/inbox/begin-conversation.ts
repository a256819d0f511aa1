import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";

/** Begins a conversation with a guest, to be written in the inbox. @returns its id */
export function useBeginConversation() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const [keys] = useState(() => ({ conversation: crypto.randomUUID(), participant: crypto.randomUUID() }));
  return async (guest: number): Promise<number> => {
    const conversations = [{ default_channel: "email" as const }];
    const { data } = await client.POST("/inbox/conversations", {
      body: { conversations },
      idempotencyKey: keys.conversation,
    });
    const [made] = data.conversations;
    if (!made) throw new TypeError("The response contains no conversation.");
    const participants = [{ conversation_id: made.id, member_type: "Client" as const, member_id: guest }];
    await client.POST("/inbox/participants", { body: { participants }, idempotencyKey: keys.participant });
    await queries.invalidateQueries({ queryKey: [account.id, "conversations"] });
    return made.id;
  };
}
