import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSession } from "../../app/session.tsx";
import { type Conversation, isUnread } from "./conversations.ts";
import { useOwnHosts, useTakingPart } from "./hosts.ts";
import { useReadInboxAgain } from "./messages.ts";

/** Says of a conversation that the person has read it, or has not. */
export function useReadMark(conversation: Conversation) {
  const { client } = useSession();
  const { takePart } = useTakingPart();
  const readAgain = useReadInboxAgain();
  return async (read: boolean): Promise<void> => {
    const participant = await takePart(conversation);
    const params = { path: { participant_id: participant } };
    await client.PUT("/inbox/participants/{participant_id}", { params, body: { participants: [{ read }] } });
    await readAgain();
  };
}

/**
 * Whoever takes part and opens an unread conversation has read it. Somebody who only looks does not come to take part by that, and says so
 * with a button. Once a conversation and message: what is marked as unread again stays so.
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
