import { id, integer, storedFile, string, timestamps } from "../../../kernel/attribute.ts";
import { signedUrl } from "../../../kernel/files/file-urls.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { mostFileBytes } from "../files/upload.ts";
import { attachmentReaches } from "./message-reach.ts";
import { goesWithRestricted } from "./restricted-guests.ts";

/** SQL: what is known of the file; null while it is being fetched. */
const ofFile = (column: string): string =>
  `(select stored_files.${column} from stored_files
    where stored_files.account_id = attachments.account_id and stored_files.id = attachments.stored_file_id)`;

/** A file that goes with messages (service.md, Inbox attachment). */
export const attachment = defineResource("attachments", {
  singular: "attachment",
  path: "inbox/attachments",
  description: "A file that goes with messages.",
  readScopes: ["inbox_read", "inbox_write"],
  attributes: {
    id: id(),
    url: string()
      .from(signedUrl("attachments", "stored_file_id"))
      .personal()
      .description(
        "Where the file can be fetched, without a token, for about a day: whoever has this URL can. Null until there is one.",
      ),
    name: string().personal().description("The name of the file; that with which it came, unless it is given."),
    image_width: integer().from(ofFile("width")).description("Pixels, of a picture."),
    image_height: integer().from(ofFile("height")).description("Pixels, of a picture."),
    file_size: integer().from(ofFile("bytes")).description("Bytes; null until there is a file."),
    file_content_type: string()
      .from(ofFile("content_type"))
      .description("What the bytes of the file are, whatever it is called; null until there is one."),
    file_error: string()
      .readOnly()
      .description("Why the file of remote_file_url could not be fetched; null when it was, or may still be."),
    remote_file_url: string({ maxLength: 2000, format: formats.url })
      .inputOnly()
      .description("A public http or https URL that the file is fetched from soon after, in place of file."),
    file: storedFile(mostFileBytes).description(
      "The file in base64, or as a part of a form, in place of remote_file_url: at most 25 MiB.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    messages: many("messages", {
      through: "messages_attachments",
      ours: "attachment_id",
      theirs: "message_id",
    }).description("The messages that it goes with, as far as the caller sees them."),
  },
  visible: attachmentReaches,
  personalData: { erased: "attachments.erased_at is not null", restricted: goesWithRestricted },
});
