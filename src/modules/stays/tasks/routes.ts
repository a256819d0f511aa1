import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { upload } from "../../platform/files/upload.ts";
import { withoutMetadata } from "../../property/photos/make-renditions.ts";
import { pictureTypes } from "../../property/photos/picture-types.ts";
import type { LockedStay } from "./lock-stay.ts";
import { reportBody, reportOnTask } from "./report-task.ts";
import { createTask, lockStayOfTask, updateTask } from "./save-task.ts";
import { createTaskPhoto, destroyTaskPhoto } from "./save-task-photo.ts";
import { task } from "./task.ts";
import { taskPhoto } from "./task-photo.ts";

const scopes = ["tasks_write"] as const;

export const tasksRoutes: readonly Route[] = [
  ...reads(task),
  creates(task, {
    scopes,
    description:
      "Creates a task for a rental or a booking. A booking's task takes the booking's rental, and its times follow the departure unless the body sets others.",
    create: createTask,
  }),
  ...updates<number, LockedStay | undefined>(task, {
    scopes,
    description: "Changes the task's plan. Assignees report with POST /tasks/{id}/report.",
    prepare: lockStayOfTask,
    update: updateTask,
  }),
  destroys(task, { scopes, summary: "Cancel a task.", description: "A canceled task can no longer be changed." }),
  action(task, {
    on: "one",
    method: "POST",
    path: "report",
    scopes,
    summary: "Report on a task: items ticked, done, minutes, a problem.",
    description: "Absent attributes stay as they are, and so do items that checklist does not name.",
    body: reportBody,
    run: reportOnTask,
  }),
  ...reads(taskPhoto),
  createsUnder(task, taskPhoto, {
    scopes,
    upload: upload("photo", pictureTypes, withoutMetadata),
    description: "The picture is stored as a JPEG of at most 1,600 pixels, without the camera's metadata.",
    create: createTaskPhoto,
  }),
  destroys(taskPhoto, { scopes, destroy: destroyTaskPhoto }),
];
