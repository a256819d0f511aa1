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
      "Exactly one of: file in base64, the same as a part of a form (multipart/form-data), or remote_file_url, which is fetched soon after the answer. Its bytes say what kind of file it is.",
    create: createAttachment,
  }),
  ...updates(attachment, {
    scopes,
    upload: upload("file"),
    description: "Gives it another name, or another file, which is given as for a new one.",
    update: updateAttachment,
  }),
];
