import { invalid, type ValidationErrors } from "../../../../kernel/errors.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { type ServerSetColumns, updateRecord } from "../../../../kernel/write/store.ts";
import { eraseImports } from "./erase-imports.ts";
import { type ImportState, importRecord } from "./import-resource.ts";
import { runImport } from "./run-import.ts";
import { refuseBoth } from "./store-import.ts";

const { profile, mapping, kind, skip_wrong: skipWrong } = importRecord.attributes;

/** The values that decide whether an import can be changed. The record is locked. */
interface Standing {
  readonly state: ImportState;
  readonly has_file: boolean;
  readonly wrong: number;
}

/** Changes how a file is read and repeats the dry run; an echo changes nothing. Adds an error once the import is applied or its file erased. */
export async function changeImport(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (![kind, mapping, profile, skipWrong].some((attribute) => draft.changes<unknown>(attribute))) return;
  const standing = await standingOf(context, id);
  if (standing.state === "applying" || standing.state === "applied")
    errors.add("base", `is ${standing.state}: it can no longer be changed`);
  else addMissingFile(standing, errors);
  refuseBoth(draft, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft, mappingColumns(draft));
  await runAgain(context, id, "checking");
}

/** A written mapping replaces the former. A profile, or another kind with its other columns, leaves it to the file's header. */
function mappingColumns(draft: Draft): ServerSetColumns {
  const written = draft.input(mapping);
  if (written) return { mapping: JSON.stringify(written) };
  const isOpen = draft.sets(mapping) || draft.sets(profile) || draft.changes(kind);
  return isOpen ? { profile: draft.input(profile) ?? null, mapping: null } : {};
}

/** The optional body of an application. */
export const applyBody = jsonBody(bodyOf(importRecord, { skip_wrong: skipWrong }), { own: true, optional: true });

/** Applies a checked import. @throws RequestError 422 in another state, or with wrong lines */
export async function applyImport(
  context: WriteContext,
  { id, stored }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const standing = await standingOf(context, id);
  const skips = draft.input(skipWrong) ?? stored.stored(skipWrong) ?? false;
  if (standing.state !== "checked")
    errors.add("base", `is ${standing.state.replace("_", " ")}: only a checked import can be applied`);
  else {
    addMissingFile(standing, errors);
    if (standing.wrong > 0 && !skips)
      errors.add("base", `has wrong lines (${standing.wrong}): correct the file or the mapping, or send skip_wrong`);
  }
  errors.throwIfAny();
  await context.transaction.run("update imports set skip_wrong = $3 where account_id = $1 and id = $2", [
    context.account.id,
    id,
    skips,
  ]);
  await runAgain(context, id, "applying");
  return { shows: importRecord, id };
}

/** Discards an import with its file; imported records stay. @throws RequestError 422 while it is being applied */
export async function discardImport(context: WriteContext, id: number): Promise<void> {
  const { state } = await standingOf(context, id);
  if (state === "applying") throw invalid({ base: ["is being applied: wait until it has ended"] });
  await eraseImports(context, [id]);
  await endRecord(context, importRecord, id);
}

async function standingOf({ transaction, account }: WriteContext, id: number): Promise<Standing> {
  const row = await transaction.row<Standing>(
    `select state, stored_file_id is not null as has_file, coalesce((report ->> 'wrong')::integer, 0) as wrong
     from imports where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`The locked import ${id} does not exist.`);
  return row;
}

function addMissingFile({ has_file: hasFile }: Standing, errors: ValidationErrors): void {
  if (!hasFile) errors.add("base", "has no file: it was erased. Upload it again");
}

/** Queues a run that replaces the current one: what that one still reports is dropped. */
async function runAgain(context: WriteContext, id: number, state: ImportState): Promise<void> {
  await context.transaction.run(
    `update imports set state = $3, revision = revision + 1, processed_count = 0, error = null, updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [context.account.id, id, state],
  );
  await queueJob(context, runImport, { import: id }, { key: String(id) });
}
