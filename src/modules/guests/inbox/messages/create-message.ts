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
 * Stores a participant's message. An external one updates its conversation, and is mailed if the conversation is by e-mail.
 * Other channels' applications relay messages themselves (service.md, Entities).
 * @returns the new id @throws RequestError 422 with all problems
 */
export async function createMessage(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const [where, who] = [draft.input(conversation.reference), draft.input(sender.reference)];
  if (typeof where !== "number" || typeof who !== "number") {
    errors.throwIfAny();
    throw new Error("A message passed validation without a conversation or a sender.");
  }
  await lockConversation(context, where);
  const from = await senderOf(context, who);
  checkSender(from, where, errors);
  if (from) checkVisibility(draft, from, errors);
  errors.throwIfAny();
  const id = await insertRecord(context, draft, authorOf(context));
  await touchAttachments(context, await sentAttachments(context, id));
  if (from && draft.input(visibility) === "external") {
    const sentAt = new Date(draft.input(sent_at) ?? context.now).toISOString();
    await noteMessage(context, { conversation: where, sender: who, fromGuest: from.isGuest, sentAt });
    if (context.isQuiet !== true) await mailMessage(context, id);
  }
  return id;
}

function checkSender(from: Sender | undefined, where: number, errors: ValidationErrors): void {
  if (from === undefined) return;
  if (from.conversation !== where && !errors.has("sender_id"))
    errors.add("sender_id", "must be a participant of the conversation");
  if (from.forgotten) errors.add("sender_id", "must be a participant whose personal data is not erased");
  else if (from.closedPermanently)
    errors.add("conversation_id", "accepts no more messages: its guest's data was erased");
}
