import { notFound, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { lockConversation, noteMessage } from "../conversation-state.ts";
import { checkNotErased } from "../guest/attachments-of-erased.ts";
import { message } from "../message.ts";
import { mailMessage } from "./mail-message.ts";
import { checkVisibility, senderOf } from "./sender.ts";
import { sentAttachments, touchAttachments } from "./touch-attachments.ts";

const { sent_at, visibility } = message.attributes;
const attachmentIds = message.relations.attachments.written?.attribute;

/** A message's fixed parts. */
interface Stored {
  readonly conversation_id: number;
  readonly sender_id: number;
  readonly own: boolean;
}

/** Locks the conversation, which comes before its messages in lock order. */
export async function prepareMessage(context: WriteContext, id: number): Promise<Stored> {
  const stored = await context.transaction.row<Stored>(
    `select conversation_id, sender_id, created_by_type = 'Application' and created_by_id = $3 as own
     from messages where account_id = $1 and id = $2`,
    [context.account.id, id, context.caller.application],
  );
  if (!stored) throw notFound();
  await lockConversation(context, stored.conversation_id);
  return stored;
}

/**
 * Updates a message's metadata; its text never changes. A note made external becomes part of the conversation.
 * Only callers who could still see the message can make it internal.
 * @throws RequestError 422 with all problems
 */
export async function updateMessage(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  stored: Stored | undefined,
): Promise<void> {
  const sender = stored && (await senderOf(context, stored.sender_id));
  if (!stored || !sender) throw new Error(`Locked message ${id} not found.`);
  checkVisibility(draft, sender, errors);
  const changesVisibility = draft.changes(visibility);
  if (changesVisibility && draft.input(visibility) === "internal" && !stored.own && !context.caller.ofAccount)
    errors.add(
      "visibility",
      "can be made internal only by the account's own people or the application that wrote the message",
    );
  const attachments = (attachmentIds && draft.input(attachmentIds)) ?? [];
  await checkNotErased(context, { message: id, attachments, name: "attachment_ids" }, errors);
  errors.throwIfAny();
  const before = new Set(await sentAttachments(context, id));
  await updateRecord(context, id, draft);
  const after = new Set(await sentAttachments(context, id));
  await touchAttachments(context, [...before.symmetricDifference(after)]);
  if (!changesVisibility || draft.input(visibility) !== "external") return;
  await noteMessage(context, {
    conversation: stored.conversation_id,
    sender: stored.sender_id,
    fromGuest: sender.isGuest,
    sentAt: new Date(draft.stored(sent_at) ?? context.now).toISOString(),
  });
  await mailMessage(context, id);
}
