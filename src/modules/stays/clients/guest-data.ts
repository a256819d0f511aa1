import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { blankSql } from "../../../kernel/read/columns.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import { client } from "./client.ts";

/** A guest to erase. Modules find copies of their data by it. */
export interface Guest {
  /** The client's id. */
  readonly id: number;
  /** The client's e-mail addresses, in lower case. */
  readonly emails: readonly string[];
}

/** Records that held or showed erased personal data. */
export interface ErasedRecords {
  readonly resource: Resource;
  readonly ids: readonly RecordId[];
  /** Additional erased attributes that are not personal as such, by their recorded names. */
  readonly additional?: readonly string[];
}

/** Replaces erased texts that cannot be null. */
export const erasedText = "(erased)";

/**
 * Erases a guest's data in one module's tables, in a shared transaction and under the client's lock.
 * @returns every record that held such data, so that histories and caches erase it too
 */
export type ForgetGuest = (context: AccountTransaction, guest: Guest) => Promise<readonly ErasedRecords[]>;

/**
 * Locks a client against new references, such as a booking being created, until the transaction ends.
 * @returns undefined if the client is unknown or already erased
 */
export async function lockGuest({ transaction, account }: AccountTransaction, id: number): Promise<Guest | undefined> {
  const row = await transaction.row<{ emails: string[] }>(
    `select array(select lower(element->>'email') from json_array_elements(emails) as element where element->>'email' is not null) as emails
     from clients where account_id = $1 and id = $2 and forget_me_at is null for update`,
    [account.id, id],
  );
  return row && { id, emails: row.emails };
}

/** Erases the client's own data; its id stays. */
export const eraseGuestInClients: ForgetGuest = async ({ transaction, account }, { id }) => {
  await transaction.run(
    `update clients set ${erasing(client)}, forget_me_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id],
  );
  return [{ resource: client, ids: [id] }];
};

/** SQL: assignments that erase a resource's personal attributes. */
export function erasing(resource: Resource): string {
  return personalAttributes(resource)
    .map(([name, attribute]) => `${name} = ${blankSql(attribute)}`)
    .join(", ");
}

/** Whether a client's data was erased. */
export async function isForgotten({ transaction, account }: WriteContext, id: number): Promise<boolean> {
  return (
    (await transaction.run("select from clients where account_id = $1 and id = $2 and forget_me_at is not null", [
      account.id,
      id,
    ])) > 0
  );
}

/**
 * Checks that a client is not erased and locks it against erasure until the transaction ends. Ignores unknown clients.
 */
export async function assertClientNotErased(
  { transaction, account }: WriteContext,
  id: number,
  errors: ValidationErrors,
): Promise<void> {
  const row = await transaction.row<{ forgotten: boolean }>(
    "select forget_me_at is not null as forgotten from clients where account_id = $1 and id = $2 for key share",
    [account.id, id],
  );
  if (row?.forgotten) errors.add("client_id", "must be a client whose personal data was not erased");
}
