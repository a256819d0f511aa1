import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { Conversation } from "./conversations.ts";
import type { Draft } from "./draft.ts";
import { useParticipation } from "./hosts.ts";

export type Message = RecordOf<"/inbox/messages">;

/** A conversation's messages with attachments, oldest first. */
export function useMessages(conversation: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "messages", conversation],
    queryFn: async ({ signal }) => {
      const query = { conversation_id: [conversation], include: ["attachments", "sender.member"] };
      const messages: Message[] = [];
      for await (const message of client.records("/inbox/messages", { params: { query }, signal }))
        messages.push(message);
      return messages.sort((one, other) => Date.parse(one.sent_at) - Date.parse(other.sent_at) || one.id - other.id);
    },
  });
}

/** Refetches the inbox after a write. Other people's consoles follow the change feed. */
export function useInvalidateInbox(): () => Promise<void> {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["conversations", "messages"].map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })),
    );
  };
}

/** Sends a message in the person's name. An internal note uses no channel (docs/concepts/inbox.md). */
export function useSending(conversation: Conversation) {
  const { client } = useSession();
  const { takePart } = useParticipation();
  const invalidate = useInvalidateInbox();
  return async ({ text, visibility, attachments }: Draft): Promise<void> => {
    const sender = await takePart(conversation);
    const message = {
      ...{ conversation_id: conversation.id, sender_id: sender, content: text.trim(), visibility },
      ...{ origin: "service_inbox" as const, sent_at: new Date().toISOString() },
      channel: visibility === "external" ? conversation.default_channel : null,
      attachment_ids: attachments.map(({ id }) => id),
    };
    await client.POST("/inbox/messages", { body: { messages: [message] } });
    await invalidate();
  };
}

/** Uploads a file to attach later. */
export function useUploading() {
  const { client } = useSession();
  return async (file: File): Promise<Draft["attachments"][number]> => {
    const form = new FormData();
    form.append("name", file.name);
    form.append("file", file);
    const { data } = await client.POST("/inbox/attachments", { body: form });
    const [made] = data.attachments;
    if (!made) throw new TypeError("The response contains no attachment.");
    return { id: made.id, name: made.name ?? file.name };
  };
}
