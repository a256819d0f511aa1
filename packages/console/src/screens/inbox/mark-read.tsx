import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { type Conversation, isUnread } from "./conversations.ts";
import { useOwnHosts, useParticipation } from "./hosts.ts";
import { useInvalidateInbox } from "./messages.ts";

/** Marks a conversation as read or unread for the person. */
export function useReadMark(conversation: Conversation) {
  const { client } = useSession();
  const { takePart } = useParticipation();
  const invalidate = useInvalidateInbox();
  return async (read: boolean): Promise<void> => {
    const participant = await takePart(conversation);
    const params = { path: { participant_id: participant } };
    const body = { participants: [{ read }] };
    await client.PUT("/inbox/participants/{participant_id}", { params, headers: ifMatch(anyVersion), body });
    await invalidate();
  };
}

/**
 * Marks an unread conversation as read when a participant opens it. Others must use the button, so that reading does not make them
 * participants.
 * Runs once for each new message, so marking as unread sticks.
 */
export function MarkRead({ conversation }: { readonly conversation: Conversation }) {
  const own = useOwnHosts();
  const mark = useReadMark(conversation);
  const { mutate } = useMutation({ mutationFn: () => mark(true) });
  const marked = useRef("");
  const takesPart = (conversation.participants ?? []).some(
    ({ member_type, member_id }) => member_type === "Host" && own?.includes(member_id),
  );
  const waiting = takesPart && isUnread(conversation) ? (conversation.last_message_at ?? "") : "";
  useEffect(() => {
    if (waiting === "" || marked.current === waiting) return;
    marked.current = waiting;
    mutate();
  }, [waiting, mutate]);
  return null;
}
