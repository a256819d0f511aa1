import type { Command } from "commander";
import type { OpenDatabase } from "../../../database/open.ts";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import {
  type ListedAccessToken,
  listAccessTokens,
  type TokenFilter,
} from "../../../modules/platform/access/tokens/list-access-tokens.ts";
import { findAccount } from "../../../modules/platform/accounts/find-account.ts";
import { findUser } from "../../../modules/platform/people/find-user.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseRowLimit } from "../terminal/values.ts";

/** Token filters, as the command line names them. */
export interface TokenOwners {
  readonly account?: string;
  readonly application?: string;
  readonly user?: string;
}

interface Options extends PrintOptions, TokenOwners {
  readonly ended?: boolean;
  readonly most: number;
}

const columns: readonly Column<ListedAccessToken>[] = [
  { name: "fingerprint", value: ({ fingerprint }) => fingerprint },
  { name: "account", value: ({ account }) => account },
  { name: "application", value: ({ application }) => application },
  { name: "application_name", value: ({ applicationName }) => applicationName },
  { name: "user", value: ({ user }) => user },
  { name: "good", value: ({ good }) => good },
  { name: "last_used_at", value: ({ lastUsedAt }) => timestampOf(lastUsedAt) },
  { name: "expires_at", value: ({ expiresAt }) => timestampOf(expiresAt) },
  { name: "scopes", detail: true, value: ({ scopes }) => scopes },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
  { name: "revoked_at", detail: true, value: ({ revokedAt }) => timestampOf(revokedAt) },
];

/** Adds the token filters to a command. */
export const withTokenFilters = (command: Command): Command =>
  command
    .option("--account <account>", "only tokens for this account (id or name)")
    .option("--application <application>", "only tokens of this application (id, client id or name)")
    .option("--user <user>", "only tokens that this user authorized (id, e-mail address or name)");

/** Resolves the filters to ids. @throws RequestError when one matches nothing, or several */
export function tokenOwners(
  database: OpenDatabase["database"],
  { account, application, user }: TokenOwners,
): Promise<TokenFilter> {
  return database.transaction(async (transaction) => {
    return {
      account: account === undefined ? undefined : await findAccount(transaction, account),
      application: application === undefined ? undefined : (await findApplicationNamed(transaction, application)).id,
      user: user === undefined ? undefined : (await findUser(transaction, user)).id,
    };
  }, "read");
}

/** `token list`. A fingerprint identifies a token: Roost stores only its digest. */
export function tokenList(parent: Command, terminal: Terminal): void {
  withTokenFilters(withJsonOption(parent.command("list")))
    .description("List valid access tokens, newest first. Last use is recorded every ten minutes.")
    .option("--ended", "include expired and revoked tokens, which are deleted after a week")
    .option("--most <number>", "maximum number of rows", parseRowLimit, 100)
    .action(async (options: Options) => {
      const tokens = await withDatabase(terminal, async ({ database }) => {
        const filter = { ...(await tokenOwners(database, options)), ended: options.ended ?? false };
        return database.transaction((transaction) => listAccessTokens(transaction, filter, options.most), "read");
      });
      print(terminal, options, listOutput(tokens, columns, "No tokens."));
    });
}
