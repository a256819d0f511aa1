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

/** Where a message stands, which its draft does not hold. */
interface Stored {
  readonly conversation_id: number;
  readonly sender_id: number;
  readonly own: boolean;
}

/** The conversation comes before its messages in the order of locks. */
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
 * Changes what is known about a message; what was written stays. A note that is shown to everybody becomes a message of the conversation;
 * and only who would still see it makes a note of a message.
 * @throws RequestError 422 with every problem at once
 */
export async function updateMessage(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  stored: Stored | undefined,
): Promise<void> {
  const sender = stored && (await senderOf(context, stored.sender_id));
  if (!stored || !sender) throw new Error(`There is no message ${id}, which was locked just now.`);
  checkVisibility(draft, sender, errors);
  const shows = draft.changes(visibility);
  if (shows && draft.given(visibility) === "internal" && !stored.own && !context.caller.ofAccount)
    errors.add("visibility", "is made internal only by the account's own people or by the application that wrote it");
  const attachments = (attachmentIds && draft.given(attachmentIds)) ?? [];
  await checkNotErased(context, { message: id, attachments, name: "attachment_ids" }, errors);
  errors.throwIfAny();
  const before = new Set(await sentAttachments(context, id));
  await updateRecord(context, id, draft);
  const after = new Set(await sentAttachments(context, id));
  await touchAttachments(context, [...before.symmetricDifference(after)]);
  if (!shows || draft.given(visibility) !== "external") return;
  await noteMessage(context, {
    conversation: stored.conversation_id,
    sender: stored.sender_id,
    fromGuest: sender.isGuest,
    sentAt: new Date(draft.stored(sent_at) ?? context.now).toISOString(),
  });
  await mailMessage(context, id);
}
