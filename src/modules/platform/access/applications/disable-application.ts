import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid } from "../../../../kernel/errors.ts";
import { assertForeign, type FoundApplication } from "./find-application.ts";

/**
 * Disables an application in every account: its tokens and credentials stop working, and its webhook endpoints receive nothing.
 * Nothing is revoked, so enabling it restores everything except the missed webhook messages.
 * @throws RequestError 422 for Roost's own application, or one that is already disabled
 */
export async function disableApplication(transaction: Transaction, application: FoundApplication): Promise<void> {
  assertForeign(application);
  const disabled = await transaction.run(
    "update applications set disabled_at = statement_timestamp(), updated_at = now() where id = $1 and disabled_at is null",
    [application.id],
  );
  if (disabled === 0) throw invalid({ application: [`${application.id} (${application.name}) is already disabled`] });
}

/** Enables an application again. @throws RequestError 422 if it is not disabled */
export async function enableApplication(transaction: Transaction, application: FoundApplication): Promise<void> {
  const enabled = await transaction.run(
    "update applications set disabled_at = null, updated_at = now() where id = $1 and disabled_at is not null",
    [application.id],
  );
  if (enabled === 0) throw invalid({ application: [`${application.id} (${application.name}) is not disabled`] });
}
