import type { Command } from "commander";
import { notFound } from "../../kernel/errors.ts";
import type { Caller } from "../../kernel/caller.ts";
import { QueryCache } from "../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../kernel/read/read-scope.ts";
import { everyScope } from "../../modules/access/scope-list.ts";
import { exportClient, prepareExport } from "../../modules/privacy/export-client.ts";
import type { Terminal } from "./terminal.ts";
import { anId } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly account: number;
  readonly client: number;
}

/** Nobody's: an administrator calls for no application. */
const noApplication = -1;

/** `client export`. The same as `GET /clients/:client_id/export` with every scope, and without its bound. */
export function clientExport(parent: Command, terminal: Terminal): void {
  parent
    .command("export")
    .description("Print everything that is held about a client, as JSON in the API's names.")
    .requiredOption("--account <id>", "whose client it is", anId)
    .requiredOption("--client <id>", "the client", anId)
    .action(async ({ account, client }: Options) => {
      const { registry } = await terminal.installation.registered();
      // An owned scope narrows what is seen; an export sees everything.
      const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
      const caller: Caller = {
        accounts: [account],
        application: noApplication,
        scopes,
        publishedOnly: false,
        ofAccount: true,
      };
      const queries = new QueryCache(registry);
      const exported = await withDatabase(terminal, async ({ database }) => {
        const scope = { database: database.within([account]), queries, caller };
        await prepareExport(scope);
        return inSnapshot(scope, (snapshot) => exportClient(snapshot, client));
      });
      if (!exported) throw notFound(`There is no client ${client} in the account ${account}.`);
      terminal.out(`${JSON.stringify(JSON.parse(exported.json), undefined, 2)}\n`);
    });
}
