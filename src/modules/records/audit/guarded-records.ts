import type { Resource } from "../../../kernel/resource.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import { conversation } from "../../guests/inbox/conversation.ts";
import { host } from "../../guests/inbox/host.ts";
import { message } from "../../guests/inbox/message.ts";
import { hostReview } from "../../guests/reviews/host-review.ts";
import { review } from "../../guests/reviews/review.ts";
import { reviewReply } from "../../guests/reviews/review-reply.ts";
import { invoice } from "../../money/invoices/invoice.ts";
import { payment } from "../../money/payments/payment.ts";
import { attachment } from "../../platform/attachments/attachment.ts";
import { contact } from "../../property/contacts/contact.ts";
import { client } from "../../stays/clients/client.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { agreementSignature } from "../../stays/portal/agreement/agreement-signature.ts";
import { guestForm } from "../../stays/portal/form/guest-form.ts";
import { task } from "../../stays/tasks/task.ts";
import { accountExport } from "../exports/account-export.ts";

/** Resources whose records are visible to some callers only, or whose personal data can be restricted. A test checks that the list is complete. */
export const guardedResources: readonly Resource[] = [
  ...[
    accountExport,
    agreementSignature,
    attachment,
    client,
    contact,
    conversation,
    guestForm,
    host,
    hostReview,
    inquiry,
    invoice,
    message,
    payment,
    review,
    reviewReply,
    task,
  ],
];

/** SQL: the caller can see the changed record as it is now. Records that no longer exist are not visible. */
export const changeReaches = `(:of_account or ${byResource(
  guardedResources.flatMap((resource) =>
    resource.visible === undefined ? [] : [[resource, `exists (${rowWhere(resource, resource.visible)})`]],
  ),
  "true",
)})`;

/** SQL: the opposite of `changeReaches`, written to scan few rows, and none for the account's own people. */
export const hiddenChange = `not :of_account and changes.resource in (${guardedResources
  .filter(({ visible }) => visible !== undefined)
  .map(({ name }) => `'${name}'`)
  .join(", ")}) and not ${changeReaches}`;

/** SQL: the changed attributes, without those hidden from the caller by the record's current state. */
export const shownChanges = `changes.changes - case when :of_account then '{}' else ${byResource(
  guardedResources.flatMap((resource) => {
    const restricted = resource.personalData?.restricted;
    if (restricted === undefined) return [];
    const names = personalAttributes(resource).map(([name]) => name);
    const open = `exists (${rowWhere(resource, `(${restricted}) is not true`)})`;
    return [[resource, `case when ${open} then '{}' else '{${names.join(",")}}' end`]];
  }),
  "'{}'",
)} end::text[]`;

/** SQL: a value per resource, and a default for all others. */
function byResource(values: readonly (readonly [Resource, string])[], defaultValue: string): string {
  const cases = values.map(([{ name }, value]) => `when '${name}' then ${value}`);
  return `case changes.resource ${cases.join(" ")} else ${defaultValue} end`;
}

/** SQL: selects the changed record if it meets a condition. */
function rowWhere({ table, key }: Resource, condition: string): string {
  return `select from ${table} where ${table}.account_id = :account_of(changes) and ${table}.id = changes.record_id::${key.sqlType} and (${condition})`;
}
