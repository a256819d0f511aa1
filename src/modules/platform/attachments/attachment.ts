import { id, integer, storedFile, string, timestamps } from "../../../kernel/attribute.ts";
import { signedUrl } from "../../../kernel/files/file-urls.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxFileBytes } from "../files/upload.ts";
import { attachmentReaches } from "./message-reach.ts";
import { goesWithRestricted } from "./restricted-guests.ts";

/** SQL: a column of the stored file; null while it is being fetched. */
const ofFile = (column: string): string =>
  `(select stored_files.${column} from stored_files
    where stored_files.account_id = :account_of(attachments) and stored_files.id = attachments.stored_file_id)`;

/** A file attached to messages (service.md, Inbox attachment). */
export const attachment = defineResource("attachments", {
  singular: "attachment",
  path: "inbox/attachments",
  description: "A file attached to messages.",
  readScopes: ["inbox_read", "inbox_write"],
  attributes: {
    id: id(),
    url: string()
      .from(signedUrl("attachments", "stored_file_id"))
      .personal()
      .description(
        "Download URL, valid for about a day without a token: anyone with the URL can use it. Null until the file is stored.",
      ),
    name: string().personal().description("The file's name; by default the name it was uploaded with."),
    image_width: integer().from(ofFile("width")).description("Width in pixels; null unless it is a picture."),
    image_height: integer().from(ofFile("height")).description("Height in pixels; null unless it is a picture."),
    file_size: integer().from(ofFile("bytes")).description("Size in bytes; null until the file is stored."),
    file_content_type: string()
      .from(ofFile("content_type"))
      .description("Media type, detected from the file's bytes; null until the file is stored."),
    file_error: string()
      .readOnly()
      .description("Why remote_file_url could not be fetched; null if it was fetched or is still pending."),
    remote_file_url: string({ maxLength: 2000, format: formats.url })
      .inputOnly()
      .description("Public http or https URL, instead of file. The file is fetched soon after the response."),
    file: storedFile(maxFileBytes).description(
      "The file, in base64 or as a form part, instead of remote_file_url. At most 25 MiB.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    messages: many("messages", {
      through: "messages_attachments",
      ours: "attachment_id",
      theirs: "message_id",
    }).description("The messages it is attached to, as far as the caller can see them."),
  },
  visible: attachmentReaches,
  personalData: { erased: "attachments.erased_at is not null", restricted: goesWithRestricted },
});
