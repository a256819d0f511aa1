import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { addApplicationProblems } from "./application-problems.ts";
import { assertForeign, type FoundApplication } from "./find-application.ts";

/** An administrator's changes to an application; absent fields stay unchanged. */
export interface ApplicationChange {
  readonly name?: string | undefined;
  /** Replaces all previous ones. */
  readonly redirectUris?: readonly string[] | undefined;
  /** The scopes that it may request from now on; accounts and tokens keep what they have. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Requests per hour, from its next request on. */
  readonly rateLimit?: number | undefined;
}

/**
 * Changes an application. Only the limit of Roost's own application may change, and nothing of a console.
 * @throws RequestError 422 with every problem at once
 */
export async function changeApplication(
  transaction: Transaction,
  application: FoundApplication,
  change: ApplicationChange,
): Promise<void> {
  const { name, redirectUris, scopes, rateLimit } = change;
  if (application.console || name !== undefined || redirectUris !== undefined || scopes !== undefined)
    assertForeign(application);
  const before = await transaction.row<{ name: string; uris: string[]; scopes: string[] }>(
    "select name, redirect_uris as uris, scopes from applications where id = $1 for no key update",
    [application.id],
  );
  if (!before) throw new Error(`Application ${application.id} does not exist.`);
  const changed = {
    name: name?.trim() ?? before.name,
    redirectUris: redirectUris ?? before.uris,
    scopes: scopes ?? before.scopes,
  };
  const errors = new ValidationErrors();
  addApplicationProblems(errors, changed);
  errors.throwIfAny();
  await transaction.run(
    `update applications set name = $2, redirect_uris = $3, scopes = $4, rate_limit = coalesce($5, rate_limit), updated_at = now()
     where id = $1`,
    [application.id, changed.name, [...changed.redirectUris], [...changed.scopes], rateLimit ?? null],
  );
}
