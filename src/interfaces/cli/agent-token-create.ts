import { type Command, InvalidArgumentError } from "commander";
import { createAgentToken } from "../../modules/access/agent-tokens/create-token.ts";
import type { Transaction } from "../../database/transaction.ts";
import { invalid } from "../../kernel/errors.ts";
import { filterValue } from "../../kernel/read/filter-values.ts";
import { formatInstant } from "../../kernel/values/time.ts";
import { print, type Terminal } from "./terminal.ts";
import { anId, list } from "./values.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  readonly user: string;
  readonly account?: number;
  readonly accounts?: number[];
  readonly expires?: number;
  readonly json?: boolean;
}

/** `agent-token create` */
export function agentTokenCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Create a token for an AI agent and print it, this once.")
    .requiredOption("--user <user>", "whose agent it is: the e-mail address or the id of an owner or manager")
    .option("--account <id>", "the account that it reads", anId)
    .option("--accounts <ids>", "several accounts, such as 1,2: the agent names one in each call", ids)
    .option("--expires <time>", "when it expires, such as 2027-12-31 (default: never)", moment)
    .option("--json", "print JSON, for programs")
    .action(async (options: Options) => {
      const { multi, accounts } = accountsOf(options);
      const expiry = options.expires === undefined ? {} : { expiresAt: options.expires };
      const { id, token, user } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const user = await userOf(transaction, options.user);
          return { user, ...(await createAgentToken(transaction, { user, accounts, multi, ...expiry })) };
        }),
      );
      const expires = options.expires === undefined ? null : formatInstant(options.expires);
      print(terminal, options, { text: token, json: { id, token, user, accounts, multi, expires_at: expires } });
    });
}

function accountsOf({ account, accounts }: Options): { multi: boolean; accounts: readonly number[] } {
  if (account !== undefined && accounts === undefined) return { multi: false, accounts: [account] };
  if (accounts !== undefined && account === undefined) return { multi: true, accounts };
  throw invalid({ account: ["give either --account, or --accounts for a token of several"] });
}

async function userOf(transaction: Transaction, named: string): Promise<number> {
  const byId = /^[1-9]\d{0,14}$/.test(named);
  const found = await transaction.row<{ id: number }>(
    `select id from users where ${byId ? "id = $1::bigint" : "lower(email) = lower($1)"}`,
    [named.trim()],
  );
  if (!found) throw invalid({ user: [`there is no user ${named}`] });
  return found.id;
}

function ids(text: string): number[] {
  return list(text).map(anId);
}

/** A moment on the command line, as epoch milliseconds; of a day alone, its first. */
function moment(text: string): number {
  const accepted = filterValue("timestamptz", text);
  if ("problem" in accepted) throw new InvalidArgumentError("It must be a date or a time, such as 2027-12-31.");
  return Date.parse(String(accepted.value));
}
