import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { insertRecord } from "../../../../kernel/write/store.ts";
import { keepFile } from "../../../platform/files/keep-file.ts";
import type { Mapping } from "../mapping.ts";
import { profileMapping, withProfile } from "../profiles/profiles.ts";
import { importRecord } from "./import-resource.ts";
import { runImport } from "./run-import.ts";

const { file, profile, mapping, kind, dry_run: dryRun } = importRecord.attributes;

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
  errors.throwIfAny();
  if (!stored) throw new Error("An import without a file passed its checks.");
  await keepFile(context, stored.id);
  const written = writtenMapping(draft);
  return insertRecord(context, draft, {
    stored_file_id: stored.id,
    profile: draft.input(profile) ?? null,
    mapping: written === undefined ? null : JSON.stringify(written),
    state: draft.input(dryRun) === false ? "applying" : "checking",
    created_by_application_id: context.caller.application,
    created_by_user_id: context.caller.user ?? null,
  });
}

/** A write's mapping over its profile's; undefined where the file's header decides. */
export function writtenMapping(draft: Draft): Mapping | undefined {
  const [own, named, ofKind] = [draft.input(mapping) ?? undefined, draft.input(profile), draft.value(kind)];
  if (!named || !ofKind) return own;
  const ofProfile = profileMapping(named, ofKind);
  return own ? withProfile(own, ofProfile) : ofProfile;
}
