import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { endpointWithId } from "../../../modules/records/webhooks/endpoint/list-endpoints.ts";
import { withDatabase } from "../database/with-database.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { commandCause, readAccounts } from "../with-account.ts";

/** Changes a webhook endpoint in one transaction on its account, with the command as the recorded actor. */
export function changeEndpoint<T>(
  terminal: Terminal,
  { endpoint, command }: { readonly endpoint: number; readonly command: string },
  work: (context: AccountTransaction) => Promise<T>,
): Promise<T> {
  return withDatabase(terminal, async ({ database }) => {
    const { account } = await readAccounts(database, undefined, (transaction) => endpointWithId(transaction, endpoint));
    return database
      .within([account], commandCause(command))
      .transaction((transaction) => work({ transaction, account: { id: account } }));
  });
}
