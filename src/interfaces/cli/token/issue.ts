import type { Command } from "commander";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { issueAccessToken } from "../../../modules/platform/access/access-token.ts";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { installApplication } from "../../../modules/platform/access/applications/install-application.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { readScopes } from "../../../modules/platform/access/scope-list.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseSeconds } from "../terminal/values.ts";
import { changeAccount } from "../with-account.ts";

interface Options {
  readonly account: string;
  readonly scopes: string;
  readonly application?: string;
  readonly expiresIn?: number;
  readonly json?: boolean;
}

/** `token issue`. One transaction extends the installation's scopes with the token's: a token never exceeds its installation. */
export function tokenIssue(parent: Command, terminal: Terminal): void {
  parent
    .command("issue")
    .description("Create an access token and print it. Installs the application in the account if needed.")
    .requiredOption("--account <account>", "account that it can access (id or name)")
    .requiredOption("--scopes <scopes>", 'its scopes, such as "public bookings_write"')
    .option("--application <application>", "application id, client id or name (default: Roost's own)")
    .option("--expires-in <seconds>", "lifetime (default: until revoked)", parseSeconds)
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const scopes = readScopes(options.scopes);
      const change = { account: options.account, command: "token issue" };
      const issued = await changeAccount(terminal, change, async (transaction, account) => {
        const named = options.application;
        const application =
          named === undefined ? await ownApplication(transaction) : (await findApplicationNamed(transaction, named)).id;
        await installApplication(transaction, { account, application, scopes });
        const expiresAt = await expiryIn(transaction, options.expiresIn);
        const grant = { account, application, scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
        return { token: await issueAccessToken(transaction, grant), account, application, expiresAt };
      });
      const { token, account, application, expiresAt } = issued;
      const expires = expiresAt === undefined ? null : formatInstant(expiresAt);
      print(terminal, options, { text: token, json: { token, account, application, scopes, expires_at: expires } });
    });
}

/** Computes the expiry by the database's clock, which later validates the token. @returns epoch milliseconds */
async function expiryIn(transaction: Transaction, seconds: number | undefined): Promise<number | undefined> {
  if (seconds === undefined) return undefined;
  const row = await transaction.row<{ now: number }>("select now() as now");
  if (!row) throw new Error("The database returned no time.");
  return row.now + seconds * 1000;
}
