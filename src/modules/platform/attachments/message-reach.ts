/**
 * SQL: the caller may see a message. Internal messages are visible only to the account's people and the application that wrote them
 * (conventions.md, Resources beyond the catalogue).
 */
export const messageReaches =
  "messages.visibility = 'external' or :of_account or messages.created_by_type = 'Application' and messages.created_by_id = :application";

/** SQL: the message is hidden from the caller. This form can use an index. */
export const hiddenNote = `not :of_account and messages.visibility = 'internal' and (${messageReaches}) is not true`;

const sent = (condition: string): string => `exists (
  select from messages_attachments
  join messages on messages.account_id = :account_of(messages_attachments) and messages.id = messages_attachments.message_id
  where messages_attachments.account_id = :account_of(attachments) and messages_attachments.attachment_id = attachments.id and (${condition}))`;

/** SQL: the attachment belongs to no message yet, or to one that the caller may see. */
export const attachmentReaches = `:of_account or ${sent(messageReaches)} or not ${sent("true")}`;
