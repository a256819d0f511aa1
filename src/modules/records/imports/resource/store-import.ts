import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { insertRecord } from "../../../../kernel/write/store.ts";
import { keepFile } from "../../../platform/files/keep-file.ts";
import { importRecord } from "./import-resource.ts";
import { runImport } from "./run-import.ts";

const { file, profile, mapping, dry_run: dryRun } = importRecord.attributes;

/** Stores a file to import; a job then reads it. */
export async function createImport(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  const id = await storeImport(context, draft, errors);
  await queueJob(context, runImport, { import: id }, { key: String(id) });
  return { shows: importRecord, id };
}

/** Stores an import without queueing its job: the command line runs it itself. @returns its id */
export async function storeImport(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const stored = draft.input(file);
  if (!stored && !errors.has("file")) errors.add("file", "can't be blank");
  refuseBoth(draft, errors);
  errors.throwIfAny();
  if (!stored) throw new Error("An import without a file passed its checks.");
  await keepFile(context, stored.id);
  const written = draft.input(mapping);
  return insertRecord(context, draft, {
    stored_file_id: stored.id,
    profile: draft.input(profile) ?? null,
    mapping: written ? JSON.stringify(written) : null,
    state: draft.input(dryRun) === false ? "applying" : "checking",
    created_by_application_id: context.caller.application,
    created_by_user_id: context.caller.user ?? null,
  });
}

/** A mapping says everything that a profile would. */
export function refuseBoth(draft: Draft, errors: ValidationErrors): void {
  if (draft.input(mapping) && draft.input(profile))
    errors.add("profile", "cannot be combined with mapping: send one of them, then change the mapping");
}
