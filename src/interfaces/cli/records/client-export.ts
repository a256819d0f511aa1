import type { Command } from "commander";
import { notFound } from "../../../kernel/errors.ts";
import { QueryCache } from "../../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { exportClient, prepareExport } from "../../../modules/records/privacy/export-client.ts";
import { withDatabase } from "../database/with-database.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { administrator } from "../user/administrator.ts";
import { resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly client: number;
}

/** `client export`. The same as `GET /clients/:client_id/export` with every scope, and without its bound. */
export function clientExport(parent: Command, terminal: Terminal): void {
  parent
    .command("export")
    .description("Print everything that is held about a client, as JSON in the API's names.")
    .requiredOption("--account <account>", "whose client it is: the account's id or name")
    .requiredOption("--client <id>", "the client", parseId)
    .action(async ({ account: named, client }: Options) => {
      const { registry } = await terminal.installation.registered();
      const queries = new QueryCache(registry);
      const { account, exported } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, named);
        const scope = { database: database.within([account]), queries, caller: administrator(account) };
        await prepareExport(scope);
        return { account, exported: await inSnapshot(scope, (snapshot) => exportClient(snapshot, client)) };
      });
      if (!exported) throw notFound(`There is no client ${client} in the account ${account}.`);
      terminal.out(`${JSON.stringify(JSON.parse(exported.json), undefined, 2)}\n`);
    });
}
