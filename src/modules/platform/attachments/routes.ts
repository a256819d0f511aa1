import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { upload } from "../files/upload.ts";
import { attachment } from "./attachment.ts";
import { createAttachment } from "./create-attachment.ts";
import { updateAttachment } from "./update-attachment.ts";

const scopes = ["inbox_write"] as const;

export const attachmentsRoutes: readonly Route[] = [
  ...reads(attachment),
  creates(attachment, {
    scopes,
    upload: upload("file"),
    description:
      "Send exactly one of: file in base64, file as a form part (multipart/form-data), or remote_file_url, which is fetched soon after the response. The media type is detected from the file's bytes.",
    create: createAttachment,
  }),
  ...updates(attachment, {
    scopes,
    upload: upload("file"),
    description: "Renames the attachment or replaces its file. Send a new file as for a new attachment.",
    update: updateAttachment,
  }),
];
