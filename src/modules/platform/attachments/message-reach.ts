/**
 * SQL: an internal message reaches the account's people and the application that wrote it (conventions.md, Resources beyond the
 * catalogue). Nobody else learns of it, nor of what goes with it alone.
 */
export const messageReaches =
  "messages.visibility = 'external' or :of_account or messages.created_by_type = 'Application' and messages.created_by_id = :application";

/** SQL: the message does not reach the caller, in a form that an index serves. */
export const hiddenNote = `not :of_account and messages.visibility = 'internal' and (${messageReaches}) is not true`;

const sent = (condition: string): string => `exists (
  select from messages_attachments
  join messages on messages.account_id = messages_attachments.account_id and messages.id = messages_attachments.message_id
  where messages_attachments.account_id = attachments.account_id and messages_attachments.attachment_id = attachments.id and (${condition}))`;

/** SQL: an attachment goes with no message yet, or with one that reaches the caller. */
export const attachmentReaches = `:of_account or ${sent(messageReaches)} or not ${sent("true")}`;
