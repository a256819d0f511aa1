import type { Resource } from "../../../kernel/resource.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import { conversation } from "../../guests/inbox/conversation.ts";
import { host } from "../../guests/inbox/host.ts";
import { message } from "../../guests/inbox/message.ts";
import { hostReview } from "../../guests/reviews/host-review.ts";
import { review } from "../../guests/reviews/review.ts";
import { reviewReply } from "../../guests/reviews/review-reply.ts";
import { payment } from "../../money/payments/payment.ts";
import { attachment } from "../../platform/attachments/attachment.ts";
import { contact } from "../../property/contacts/contact.ts";
import { client } from "../../stays/clients/client.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";

/**
 * Every resource with records that not everybody sees who reads their account, or with personal data whose processing can be restricted: a test
 * holds all declarations against this list.
 */
export const guardedResources: readonly Resource[] = [
  ...[attachment, client, contact, conversation, host, hostReview, inquiry, message, payment, review, reviewReply],
];

/** SQL: what was changed is seen by the caller as it is now. A record that is no more is not. */
export const changeReaches = `(:of_account or ${byResource(
  guardedResources.flatMap((resource) =>
    resource.visible === undefined ? [] : [[resource, `exists (${rowWhere(resource, resource.visible)})`]],
  ),
  "true",
)})`;

/** SQL: it is not, in a form that looks at few rows, and at none for the account's own people. */
export const hiddenChange = `not :of_account and changes.resource in (${guardedResources
  .filter(({ visible }) => visible !== undefined)
  .map(({ name }) => `'${name}'`)
  .join(", ")}) and not ${changeReaches}`;

/** SQL: the attributes that changed, without those that are hidden from the caller as the record is now. */
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

/** SQL: a value for the changes of each of some resources, and one for all others. */
function byResource(values: readonly (readonly [Resource, string])[], otherwise: string): string {
  const cases = values.map(([{ name }, value]) => `when '${name}' then ${value}`);
  return `case changes.resource ${cases.join(" ")} else ${otherwise} end`;
}

/** SQL: the row of the record that a change is of, if a condition holds of it. */
function rowWhere({ table, key }: Resource, condition: string): string {
  return `select from ${table} where ${table}.account_id = changes.account_id and ${table}.id = changes.record_id::${key.sqlType} and (${condition})`;
}
