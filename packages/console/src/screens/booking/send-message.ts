import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import type { Conversation } from "../inbox/conversations.ts";
import { useParticipation } from "../inbox/hosts.ts";

const keysOfSteps = () => ({
  ...{ conversation: crypto.randomUUID(), participant: crypto.randomUUID() },
  ...{ link: crypto.randomUUID(), message: crypto.randomUUID() },
});

/**
 * Writes to a booking's guest: in the newest conversation about it, else in a new one (docs/concepts/inbox.md). A retry after a failure
 * repeats no step: each has its idempotency key.
 */
export function useSendMessage(booking: Omit<BookingRecord, "etag">) {
  const { client, account } = useSession();
  const { takePart } = useParticipation();
  const queries = useQueryClient();
  const [keys] = useState(keysOfSteps);
  const begin = async (): Promise<number> => {
    const subject = [booking.rental?.name, booking.reference].filter(Boolean).join(" · ");
    const { data } = await client.POST("/inbox/conversations", {
      body: { conversations: [{ subject, default_channel: "email" }] },
      idempotencyKey: keys.conversation,
    });
    const [conversation] = data.conversations;
    if (!conversation || !booking.client) throw new TypeError("The response contains no conversation.");
    const { id } = conversation;
    const guest = { conversation_id: id, member_type: "Client" as const, member_id: booking.client.id };
    await client.POST("/inbox/participants", { body: { participants: [guest] }, idempotencyKey: keys.participant });
    const body = { bookings: [{ id: booking.id }] };
    await client.PUT("/inbox/conversations/{conversation_id}/connect_booking", {
      ...{ params: { path: { conversation_id: id } }, headers: ifMatch(anyVersion), body },
      idempotencyKey: keys.link,
    });
    return id;
  };
  const read = async (id: number): Promise<Conversation> => {
    const params = { path: { conversation_id: [id] }, query: { include: ["participants"] } };
    const { data } = await client.GET("/inbox/conversations/{conversation_id}", { params });
    const [conversation] = data.conversations;
    if (!conversation) throw new TypeError("The response contains no conversation.");
    return conversation;
  };
  return async (content: string): Promise<void> => {
    const { conversations = [] } = booking.links;
    const conversation = await read(conversations.length > 0 ? Math.max(...conversations) : await begin());
    const message = {
      ...{ conversation_id: conversation.id, sender_id: await takePart(conversation), content },
      ...{ sent_at: new Date().toISOString(), channel: conversation.default_channel },
      ...{ origin: "service_inbox" as const, visibility: "external" as const },
    };
    await client.POST("/inbox/messages", { body: { messages: [message] }, idempotencyKey: keys.message });
    await Promise.all(
      ["bookings", "conversations", "messages"].map((name) =>
        queries.invalidateQueries({ queryKey: [account.id, name] }),
      ),
    );
  };
}
