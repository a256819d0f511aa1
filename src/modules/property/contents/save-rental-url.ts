import { randomUUID } from "node:crypto";
import { forbidden, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecordAs, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { rentalUrl } from "./rental-url.ts";

const { locked } = rentalUrl.attributes;

/** Maximum pages per rental. The rental's lock makes the count exact. */
const maxPages = 50;

/** Adds a page to a locked rental. */
export async function createRentalUrl(
  context: WriteContext,
  rental: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const count = await context.transaction.run(
    "select from rental_urls where account_id = $1 and rental_id = $2 and canceled_at is null",
    [context.account.id, rental.id],
  );
  if (count >= maxPages) errors.add("base", `a rental has at most ${maxPages} pages on other sites`);
  errors.throwIfAny();
  const id = randomUUID();
  await insertRecordAs(context, id, draft, { rental_id: rental.id, ...lockColumns(context, draft) });
  return id;
}

/** Changes a page. @throws RequestError 403 if another application has locked it */
export async function updateRentalUrl(
  context: WriteContext,
  id: string,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  await assertUnlocked(context, id);
  errors.throwIfAny();
  await updateRecord(context, id, draft, lockColumns(context, draft));
}

/** Deletes a page. @throws RequestError 403 if another application has locked it */
export async function destroyRentalUrl(context: WriteContext, id: string): Promise<void> {
  await assertUnlocked(context, id);
  await endRecord(context, rentalUrl, id);
}

function lockColumns({ caller }: WriteContext, draft: Draft): ServerSetColumns {
  const lock = draft.input(locked);
  return typeof lock === "boolean" ? { locked_by_application_id: lock ? caller.application : null } : {};
}

async function assertUnlocked({ transaction, account, caller }: WriteContext, id: string): Promise<void> {
  const row = await transaction.row<{ locked_by_application_id: number | null }>(
    "select locked_by_application_id from rental_urls where account_id = $1 and id = $2",
    [account.id, id],
  );
  const holder = row?.locked_by_application_id ?? null;
  if (holder !== null && holder !== caller.application)
    throw forbidden(`This page is locked by application-${holder}.`);
}
