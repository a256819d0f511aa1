import { jsonBody } from "../../../../kernel/request-body.ts";
import { type Route, reads } from "../../../../kernel/route.ts";
import { action } from "../../../../kernel/write/actions.ts";
import { destroys } from "../../../../kernel/write/destroys.ts";
import { updates } from "../../../../kernel/write/updates.ts";
import { upload } from "../../../platform/files/upload.ts";
import { applyBody, applyImport, changeImport, discardImport } from "./change-import.ts";
import { importRecord } from "./import-resource.ts";
import { readRejected, rejectedParameters } from "./read-rejected.ts";
import { createImport } from "./store-import.ts";

const scopes = ["imports_write"] as const;

export const importsRoutes: readonly Route[] = [
  ...reads(importRecord),
  action(importRecord, {
    on: "none",
    method: "POST",
    path: "",
    scopes,
    success: 202,
    summary: "Create an import.",
    description:
      "Send the file as a form part (multipart/form-data) or in base64. A job reads it and does a dry run: poll the import until its state is no longer checking. With dry_run false, the job applies it at once if no line is wrong, or if skip_wrong is true.",
    body: jsonBody(importRecord, { upload: upload("file") }),
    run: createImport,
  }),
  ...updates(importRecord, {
    scopes,
    update: changeImport,
    description: "Changes how the file is read, and repeats the dry run.",
  }),
  action(importRecord, {
    on: "one",
    method: "POST",
    path: "apply",
    scopes,
    success: 202,
    summary: "Apply a checked import.",
    description:
      "A job imports all lines in one transaction, or none; with skip_wrong, all but the wrong ones. If lines have become wrong since, the state is checked again.",
    body: applyBody,
    run: applyImport,
  }),
  {
    method: "GET",
    path: "/imports/:import_id/rejected",
    scopes,
    resource: importRecord,
    operation: { kind: "read", parameters: rejectedParameters, texts: ["csv"], run: readRejected },
    summary: "Get an import's wrong lines.",
    description:
      "As CSV: the lines as the file has them, with a column of reasons, to correct and import again. As JSON: the import.",
  },
  destroys(importRecord, {
    scopes,
    destroy: discardImport,
    summary: "Discard an import.",
    description: "Erases its file. Records that it imported stay.",
  }),
];
