import type { Command } from "commander";
import { notFound } from "../../../kernel/errors.ts";
import { QueryCache } from "../../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { administrator } from "../../../modules/platform/access/administrator.ts";
import { exportClient, prepareExport } from "../../../modules/records/privacy/export-client.ts";
import { withDatabase } from "../database/with-database.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { resolveAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly client: number;
}

/** `client export`. Like `GET /clients/:client_id/export` with every scope and no size limit. */
export function clientExport(parent: Command, terminal: Terminal): void {
  parent
    .command("export")
    .description("Print all data about a client as JSON, under the API's names.")
    .requiredOption("--account <account>", "the client's account (id or name)")
    .requiredOption("--client <id>", "client id", parseId)
    .action(async ({ account: named, client }: Options) => {
      const { registry } = await terminal.installation.registered();
      const queries = new QueryCache(registry);
      const { account, exported } = await withDatabase(terminal, async ({ database }) => {
        const account = await resolveAccount(database, named);
        const scope = { database: database.within([account]), queries, caller: administrator(account) };
        await prepareExport(scope);
        return { account, exported: await inSnapshot(scope, (snapshot) => exportClient(snapshot, client)) };
      });
      if (!exported) throw notFound(`Account ${account} has no client ${client}.`);
      terminal.out(`${JSON.stringify(JSON.parse(exported.json), undefined, 2)}\n`);
    });
}
