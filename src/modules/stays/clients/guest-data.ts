import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { blankSql } from "../../../kernel/read/columns.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import { client } from "./client.ts";

/** A guest who is to be forgotten, as the modules that copy their data find it. */
export interface Guest {
  /** The client. */
  readonly id: number;
  /** The addresses that the client has, in lower case. */
  readonly emails: readonly string[];
}

/** Records from which personal data was erased, or which answers may have shown with it. */
export interface ErasedRecords {
  readonly resource: Resource;
  readonly ids: readonly RecordId[];
  /** What was erased of them although it is not personal as such, by the names under which changes are recorded. */
  readonly besides?: readonly string[];
}

/** What stands where a text was erased that cannot be null. */
export const erasedText = "(erased)";

/**
 * Erases a guest's data in the tables of one module, in the transaction of the whole, under the lock of the client.
 * @returns every record that held some, so that nothing else shows it any more
 */
export type ForgetGuest = (context: WriteContext, guest: Guest) => Promise<readonly ErasedRecords[]>;

/**
 * Locks a client against whatever names it, a booking that is being made for it among them, which waits until this transaction ends.
 * @returns undefined when there is no such client in the account, or its data was erased already
 */
export async function lockGuest({ transaction, account }: WriteContext, id: number): Promise<Guest | undefined> {
  const row = await transaction.row<{ emails: string[] }>(
    `select array(select lower(element->>'email') from json_array_elements(emails) as element where element->>'email' is not null) as emails
     from clients where account_id = $1 and id = $2 and forget_me_at is null for update`,
    [account.id, id],
  );
  return row && { id, emails: row.emails };
}

/** Erases the client's own data: it keeps its id, and is nobody any more. */
export const forgetGuestInClients: ForgetGuest = async ({ transaction, account }, { id }) => {
  await transaction.run(
    `update clients set ${erasing(client)}, forget_me_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id],
  );
  return [{ resource: client, ids: [id] }];
};

/** SQL: the assignments that erase what a resource declares as personal. */
export function erasing(resource: Resource): string {
  return personalAttributes(resource)
    .map(([name, attribute]) => `${name} = ${blankSql(attribute)}`)
    .join(", ");
}

/**
 * Makes sure that a client may be named: its data was not erased, and is not before this transaction ends. Of a client that does not
 * exist it says nothing.
 */
export async function assertRemembered(
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
