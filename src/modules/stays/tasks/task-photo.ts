import { id, integer, storedFile, string, timestamps } from "../../../kernel/attribute.ts";
import { signedUrl } from "../../../kernel/files/file-urls.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { maxFileBytes } from "../../platform/files/upload.ts";

/** SQL: a column of the stored file. */
const ofFile = (column: string): string =>
  `(select stored_files.${column} from stored_files
    where stored_files.account_id = :account_of(task_photos) and stored_files.id = task_photos.stored_file_id)`;

/** Maximum photos per task. */
export const maxTaskPhotos = 30;

/** A photo of a task's work or of a problem, without the camera's metadata. */
export const taskPhoto = defineResource("task_photos", {
  singular: "task_photo",
  description: "A photo of a task: the work, or a problem. A task has at most 30.",
  readScopes: ["tasks_read", "tasks_write"],
  attributes: {
    id: id(),
    url: string()
      .from(signedUrl("task_photos", "stored_file_id"))
      .description("Its URL, valid for about a day without a token: anyone with the URL can use it."),
    width: integer().from(ofFile("width")).description("Width in pixels."),
    height: integer().from(ofFile("height")).description("Height in pixels."),
    photo: storedFile(maxFileBytes).description(
      "The picture: JPEG, PNG, WebP, AVIF or GIF, in base64 or as a form part. Stored as a JPEG of at most 1,600 pixels.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    task: one("tasks").present().description("The task it belongs to."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
