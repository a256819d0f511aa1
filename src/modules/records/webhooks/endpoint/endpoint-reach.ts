import { forbidden } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";

/** An endpoint's access: the writing token's scopes, for as long as its grant lasts or its person has the role. */
export async function reachOf({ transaction, account, caller }: WriteContext): Promise<ServerSetColumns> {
  const pair =
    caller.tokenPair === undefined
      ? undefined
      : await transaction.row<{ grant_id: number }>(
          "select grant_id from token_pairs where account_id = $1 and id = $2",
          [account.id, caller.tokenPair],
        );
  return { scopes: [...caller.scopes].toSorted(), grant_id: pair?.grant_id ?? null, user_id: caller.user ?? null };
}

/**
 * Locks the calling application's installation, against uninstalling and against creating another endpoint at the same time.
 * @throws RequestError 403 when it was just uninstalled
 */
export async function lockInstallation({ transaction, account, caller }: WriteContext): Promise<void> {
  const row = await transaction.row<{ application_id: number }>(
    `select application_id from accounts_applications
     where account_id = $1 and application_id = $2 and uninstalled_at is null for no key update`,
    [account.id, caller.application],
  );
  if (!row) throw forbidden("The application is no longer installed. Install it again.");
}
