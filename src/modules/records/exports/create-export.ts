import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { accountExport } from "./account-export.ts";
import { exportKinds, isExportKind, readableKinds } from "./export-kinds.ts";
import { runExport } from "./run-export.ts";

/** Running exports of an account. */
const maxRunning = 10;

/**
 * Creates an export, which a job writes.
 * @throws RequestError 422 for kinds that the caller cannot read, or while too many exports are running
 */
export async function createExport(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const { transaction, account, caller } = context;
  const { kinds: attribute } = accountExport.attributes;
  const readable = readableKinds(caller);
  const kinds = draft.input(attribute) ?? readable;
  for (const kind of kinds) {
    if (!isExportKind(kind)) errors.add("kinds", `has an unknown kind: ${kind}. Kinds: ${exportKinds.join(", ")}`);
    else if (!readable.includes(kind)) errors.add("kinds", `has ${kind}, which this token cannot read`);
  }
  errors.throwIfAny();
  // The account's lock counts concurrent requests too. A process may have died without ending its export.
  await transaction.row<{ id: number }>("select id from accounts where id = $1 for no key update", [account.id]);
  const running = await transaction.row<{ count: number }>(
    `select count(*) as count from exports
     where account_id = $1 and finished_at is null and created_at > statement_timestamp() - interval '1 hour'`,
    [account.id],
  );
  if ((running?.count ?? 0) >= maxRunning)
    throw invalid({ base: [`${maxRunning} exports are still running. Wait until one ends`] });
  const id = await insertRecord(context, draft.without(new Set([attribute])), {
    kinds: `{${kinds.join(",")}}`,
    of_account: caller.ofAccount ?? false,
    created_by_application_id: caller.application,
  });
  await queueJob(context, runExport, { export: id });
  return id;
}
