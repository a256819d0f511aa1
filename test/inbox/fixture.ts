import type { ApiClient, Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";

export const aHost = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/hosts", "hosts", { firstname: "Nora", lastname: "Host", ...attributes });

export const aConversation = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/inbox/conversations", "conversations", attributes);

export const aParticipant = (client: ApiClient, conversation: Json, type: "Client" | "Host", member: Json) =>
  created(client, "/inbox/participants", "participants", {
    ...{ conversation_id: conversation.id, member_type: type, member_id: member.id },
  });

/** A message that is visible to everyone by default. */
export const aMessage = (client: ApiClient, conversation: Json, sender: Json, attributes: Json = {}) =>
  created(client, "/inbox/messages", "messages", messageOf(conversation, sender, attributes));

/** A message's attributes. */
export const messageOf = (conversation: Json, sender: Json, attributes: Json = {}): Json => ({
  ...{ conversation_id: conversation.id, sender_id: sender.id, content: "Is there a cot?" },
  ...{ origin: "service_inbox", visibility: "external", sent_at: "2026-01-02T10:00:00Z" },
  ...attributes,
});
