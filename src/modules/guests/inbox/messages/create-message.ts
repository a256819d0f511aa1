import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecord } from "../../../../kernel/write/store.ts";
import { lockConversation, noteMessage } from "../conversation-state.ts";
import { message } from "../message.ts";
import { authorOf } from "./author.ts";
import { mailMessage } from "./mail-message.ts";
import { checkVisibility, type Sender, senderOf } from "./sender.ts";
import { sentAttachments, touchAttachments } from "./touch-attachments.ts";

const { sent_at, visibility } = message.attributes;
const { conversation, sender } = message.relations;

/**
 * Stores a message of a participant. One that others may see moves its conversation, and is mailed where it is an e-mail; what another
 * channel has to do with it is for that channel's application to see to: nothing is relayed there (service.md, Entities).
 * @returns the new id @throws RequestError 422 with every problem at once
 */
export async function createMessage(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const [where, who] = [draft.given(conversation.reference), draft.given(sender.reference)];
  if (typeof where !== "number" || typeof who !== "number") {
    errors.throwIfAny();
    throw new Error("A message was let in without a conversation or a sender.");
  }
  await lockConversation(context, where);
  const from = await senderOf(context, who);
  checkSender(from, where, errors);
  if (from) checkVisibility(draft, from, errors);
  errors.throwIfAny();
  const id = await insertRecord(context, draft, authorOf(context));
  await touchAttachments(context, await sentAttachments(context, id));
  if (from && draft.given(visibility) === "external") {
    const sentAt = new Date(draft.given(sent_at) ?? context.now).toISOString();
    await noteMessage(context, { conversation: where, sender: who, fromGuest: from.isGuest, sentAt });
    if (context.isQuiet !== true) await mailMessage(context, id);
  }
  return id;
}

function checkSender(from: Sender | undefined, where: number, errors: ValidationErrors): void {
  if (from === undefined) return;
  if (from.conversation !== where && !errors.has("sender_id"))
    errors.add("sender_id", "must be a participant of the conversation");
  if (from.forgotten) errors.add("sender_id", "must be somebody whose personal data was not erased");
  else if (from.closedForGood)
    errors.add("conversation_id", "the data of its guest was erased: nothing is written in it any more");
}
