import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { createAgentToken } from "../../../modules/platform/access/agent-tokens/create-token.ts";
import { findAccount } from "../../../modules/platform/accounts/find-account.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseAccountNames, parseInstant } from "../terminal/values.ts";

interface Options {
  readonly user: string;
  readonly account?: string;
  readonly accounts?: string[];
  readonly expires?: number;
  readonly mayPropose?: boolean;
  readonly json?: boolean;
}

/** `agent-token create` */
export function agentTokenCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Create a token for an AI agent and print it. It is shown only once.")
    .requiredOption("--user <user>", "the agent's owner or manager (id, e-mail address or name)")
    .option("--account <account>", "the account it can access (id or name)")
    .option(
      "--accounts <accounts>",
      "several accounts, such as 1,2; the agent names one in each call",
      parseAccountNames,
    )
    .option("--expires <time>", "expiry, such as 2027-12-31 (default: never)", parseInstant)
    .option("--may-propose", "let the agent propose changes, which a person approves in the console")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const { multi, names } = accountsOf(options);
      const expiry = options.expires === undefined ? {} : { expiresAt: options.expires };
      const mayPropose = options.mayPropose === true;
      const { id, token, user, accounts } = await withDatabase(terminal, ({ database }) =>
        database.transaction(async (transaction) => {
          const { id: user } = await findUser(transaction, options.user);
          const accounts: number[] = [];
          for (const named of names) accounts.push(await findAccount(transaction, named));
          return {
            user,
            accounts,
            ...(await createAgentToken(transaction, { user, accounts, multi, mayPropose, ...expiry })),
          };
        }),
      );
      const expires = options.expires === undefined ? null : formatInstant(options.expires);
      print(terminal, options, {
        text: token,
        json: { id, token, user, accounts, multi, may_propose: mayPropose, expires_at: expires },
      });
    });
}

function accountsOf({ account, accounts }: Options): { multi: boolean; names: readonly string[] } {
  if (account !== undefined && accounts === undefined) return { multi: false, names: [account] };
  if (accounts !== undefined && account === undefined) return { multi: true, names: accounts };
  throw invalid({ account: ["is required, or --accounts for several; use one of the two"] });
}
