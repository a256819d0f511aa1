import type { Command } from "commander";
import { type ListedAgentToken, listAgentTokens } from "../../../modules/platform/access/agent-tokens/list-tokens.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { tokenOwners } from "../token/list.ts";

interface Options extends PrintOptions {
  readonly account?: string;
  readonly user?: string;
}

const columns: readonly Column<ListedAgentToken>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "prefix", value: ({ prefix }) => prefix },
  { name: "user", value: ({ email }) => email },
  { name: "accounts", value: ({ accounts }) => accounts },
  { name: "multi", detail: true, value: ({ multi }) => multi },
  { name: "may_propose", detail: true, value: ({ mayPropose }) => mayPropose },
  { name: "good", value: ({ good }) => good },
  { name: "rate_limit", value: ({ rateLimit }) => rateLimit },
  { name: "last_used_at", value: ({ lastUsedAt }) => timestampOf(lastUsedAt) },
  { name: "expires_at", value: ({ expiresAt }) => timestampOf(expiresAt) },
  { name: "revoked_at", value: ({ revokedAt }) => timestampOf(revokedAt) },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
];

/** `agent-token list`. Roost stores only a token's digest and its first eight characters. */
export function agentTokenList(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("list"))
    .description("List agent tokens with their users, accounts and last use.")
    .option("--account <account>", "only tokens for this account (id or name)")
    .option("--user <user>", "only tokens of this user (id, e-mail address or name)")
    .action(async (options: Options) => {
      const tokens = await withDatabase(terminal, async ({ database }) => {
        const filter = await tokenOwners(database, options);
        return database.transaction((transaction) => listAgentTokens(transaction, filter), "read");
      });
      print(terminal, options, listOutput(tokens, columns, "No agent tokens."));
    });
}
