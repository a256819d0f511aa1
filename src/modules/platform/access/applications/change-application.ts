import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { addApplicationProblems } from "./application-problems.ts";
import { assertForeign, type FoundApplication } from "./find-application.ts";

/** What an administrator changes of an application; what is left out stays. */
export interface ApplicationChange {
  readonly name?: string | undefined;
  /** All of them, in place of the former ones. */
  readonly redirectUris?: readonly string[] | undefined;
  /** The most that it may ask for from now on; accounts and tokens keep what they have. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Requests an hour, from its next request on. */
  readonly rateLimit?: number | undefined;
}

/** Changes an application. @throws RequestError 422 with every problem at once; only the limit of the application `Roost` may be changed, and nothing of a console */
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
  if (!before) throw new Error(`The application ${application.id} was found and is not there.`);
  const wanted = {
    name: name?.trim() ?? before.name,
    redirectUris: redirectUris ?? before.uris,
    scopes: scopes ?? before.scopes,
  };
  const errors = new ValidationErrors();
  addApplicationProblems(errors, wanted);
  errors.throwIfAny();
  await transaction.run(
    `update applications set name = $2, redirect_uris = $3, scopes = $4, rate_limit = coalesce($5, rate_limit), updated_at = now()
     where id = $1`,
    [application.id, wanted.name, [...wanted.redirectUris], [...wanted.scopes], rateLimit ?? null],
  );
}
