import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid } from "../../../../kernel/errors.ts";
import { assertForeign, type FoundApplication } from "./find-application.ts";

/**
 * Shuts an application out, of every account: its tokens and credentials are no good, and its webhook endpoints are told nothing. Nothing is
 * revoked, so that enabling it brings everything back but what it was not told meanwhile.
 * @throws RequestError 422 for Roost's own, or one that is disabled already
 */
export async function disableApplication(transaction: Transaction, application: FoundApplication): Promise<void> {
  assertForeign(application);
  const disabled = await transaction.run(
    "update applications set disabled_at = clock_timestamp(), updated_at = now() where id = $1 and disabled_at is null",
    [application.id],
  );
  if (disabled === 0) throw invalid({ application: [`${application.id} (${application.name}) is disabled already`] });
}

/** Lets it in again. @throws RequestError 422 when it is not disabled */
export async function enableApplication(transaction: Transaction, application: FoundApplication): Promise<void> {
  const enabled = await transaction.run(
    "update applications set disabled_at = null, updated_at = now() where id = $1 and disabled_at is not null",
    [application.id],
  );
  if (enabled === 0) throw invalid({ application: [`${application.id} (${application.name}) is not disabled`] });
}
