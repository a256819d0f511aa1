import type { WriteContext } from "../../../kernel/write/context.ts";
import { client } from "./client.ts";
import { erasing } from "./guest-data.ts";
import type { GuestMove } from "./guest-move.ts";

/** Locks clients against new references, in id order. Ignores unknown ones. */
export async function lockClients({ transaction, account }: WriteContext, ids: readonly number[]): Promise<void> {
  await transaction.run("select from clients where account_id = $1 and id = any($2::bigint[]) order by id for update", [
    account.id,
    `{${ids.join(",")}}`,
  ]);
}

/** Whether only the account's users may see a client's personal data. */
export async function isRestricted({ transaction, account }: WriteContext, id: number): Promise<boolean> {
  const row = await transaction.row<{ restricted: boolean }>(
    "select processing_restricted_at is not null as restricted from clients where account_id = $1 and id = $2",
    [account.id, id],
  );
  return row?.restricted ?? false;
}

/** Ends a merged client and erases its data. Clients merged into it earlier now point to the new one. */
export async function endMerged({ transaction, account }: WriteContext, { from, to }: GuestMove): Promise<void> {
  const values = [account.id, from, to];
  await transaction.run(
    `update clients set ${erasing(client)}, forget_me_at = statement_timestamp(), merged_at = statement_timestamp(), merged_into_id = $3,
       updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    values,
  );
  await transaction.run(
    "update clients set merged_into_id = $3, updated_at = statement_timestamp() where account_id = $1 and merged_into_id = $2",
    values,
  );
}
