import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { Conversation } from "./conversations.ts";
import type { Draft } from "./draft.ts";
import { useTakingPart } from "./hosts.ts";

export type Message = RecordOf<"/inbox/messages">;

/** What was written in a conversation, the first of it first, with its files. */
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

/** Reads again what a write in the inbox has changed; the feed tells everybody else. */
export function useReadInboxAgain(): () => Promise<void> {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["conversations", "messages"].map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })),
    );
  };
}

/** Sends an answer in the person's own name; a note goes by no channel (docs/concepts/inbox.md). */
export function useSending(conversation: Conversation) {
  const { client } = useSession();
  const { takePart } = useTakingPart();
  const readAgain = useReadInboxAgain();
  return async ({ text, visibility, attachments }: Draft): Promise<void> => {
    const sender = await takePart(conversation);
    const message = {
      ...{ conversation_id: conversation.id, sender_id: sender, content: text.trim(), visibility },
      ...{ origin: "service_inbox" as const, sent_at: new Date().toISOString() },
      channel: visibility === "external" ? conversation.default_channel : null,
      attachment_ids: attachments.map(({ id }) => id),
    };
    await client.POST("/inbox/messages", { body: { messages: [message] } });
    await readAgain();
  };
}

/** Stores a file, to go with a message later. */
export function useUploading() {
  const { client } = useSession();
  return async (file: File): Promise<Draft["attachments"][number]> => {
    const form = new FormData();
    form.append("name", file.name);
    form.append("file", file);
    const { data } = await client.POST("/inbox/attachments", { body: form });
    const [made] = data.attachments;
    if (!made) throw new TypeError("The answer holds no attachment.");
    return { id: made.id, name: made.name ?? file.name };
  };
}
