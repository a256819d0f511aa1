import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { message } from "../message.ts";

const { channel, visibility } = message.attributes;

/** The limits on a sender. */
export interface Sender {
  readonly conversation: number;
  readonly isGuest: boolean;
  /** The guest's personal data was erased. */
  readonly forgotten: boolean;
  /** All of the conversation's guests were erased. */
  readonly closedPermanently: boolean;
}

/** Reads a participant as a sender; undefined if unknown, which the reference's own check reports. */
export async function senderOf({ transaction, account }: WriteContext, id: number): Promise<Sender | undefined> {
  const row = await transaction.row<{
    conversation_id: number;
    is_guest: boolean;
    forgotten: boolean;
    closed_for_good: boolean;
  }>(
    `select participants.conversation_id, participants.client_id is not null as is_guest,
       exists (select from clients where clients.account_id = $1 and clients.id = participants.client_id
         and clients.forget_me_at is not null) as forgotten,
       exists (select from conversations where conversations.account_id = $1 and conversations.id = participants.conversation_id
         and conversations.forgotten_at is not null
         and not exists (select from participants as guests
           join clients on clients.account_id = $1 and clients.id = guests.client_id
           where guests.account_id = $1 and guests.conversation_id = participants.conversation_id
             and clients.forget_me_at is null)) as closed_for_good
     from participants where participants.account_id = $1 and participants.id = $2`,
    [account.id, id],
  );
  return (
    row && {
      conversation: row.conversation_id,
      isGuest: row.is_guest,
      forgotten: row.forgotten,
      closedPermanently: row.closed_for_good,
    }
  );
}

/** A note has no channel and is never a guest's (the reference, inbox_messages). */
export function checkVisibility(draft: Draft, { isGuest }: Sender, errors: ValidationErrors): void {
  if (draft.value(visibility) !== "internal") return;
  if (isGuest) errors.add("visibility", "can't be internal for a guest's message");
  if (draft.value(channel)) errors.add("visibility", "can't be internal for a message with a channel");
}
