import { nestedList } from "../../../../kernel/nested.ts";
import { one } from "../../../../kernel/relation.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { touchRecords } from "../../../../kernel/write/store.ts";
import { attachment } from "../../../platform/attachments/attachment.ts";
import { checkNotErased } from "../guest/attachments-of-erased.ts";
import { message } from "../message.ts";
import { sentAttachments, touchAttachments } from "./touch-attachments.ts";

const named = one("attachments").writtenAs("id", "required").description("The id of an attachment.");

/** An attachment listed by id. */
export const namedAttachment = {
  ...bodyOf(attachment, {}, "is not accepted here: send only the attachment's id"),
  relations: { attachment: named },
};

const namedAttachments = nestedList(namedAttachment, {
  atLeast: 1,
  atMost: 200,
  required: true,
  description: "The attachments, each as its id.",
});

/** `{ "attachments": [{ "id": 5 }] }`. */
export const namedAttachmentsBody = jsonBody(bodyOf(message, {}, "is not accepted here"), {
  own: true,
  flat: true,
  nested: { attachments: namedAttachments },
});

/** Adds attachments to a message; existing ones stay. @throws RequestError 422 for an unknown attachment or an erased message */
export async function addAttachments(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const ids = (draft.list(namedAttachments) ?? []).map((element) => element.draft.input(named.reference));
  const attachments = ids.filter((id) => typeof id === "number");
  await checkNotErased(context, { message: id, attachments, name: "attachments" }, errors);
  errors.throwIfAny();
  const added = await context.transaction.run(
    `insert into messages_attachments (account_id, message_id, attachment_id)
     select $1, $2, attachment_id from unnest($3::bigint[]) as attachment_id on conflict do nothing returning account_id`,
    [context.account.id, id, `{${attachments.join(",")}}`],
  );
  if (added > 0) {
    await touchRecords(context, "messages", [id]);
    await touchAttachments(context, await sentAttachments(context, id));
  }
  return { shows: message, id };
}
