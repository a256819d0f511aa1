import type { Command } from "commander";
import { type ListedAgentToken, listAgentTokens } from "../../modules/access/agent-tokens/list-tokens.ts";
import { formatInstant } from "../../kernel/values/time.ts";
import { print, type Terminal } from "./terminal.ts";
import { withDatabase } from "./with-database.ts";

/** `agent-token list`. A token is known by its id and its first eight characters: more of it is not kept. */
export function agentTokenList(parent: Command, terminal: Terminal): void {
  parent
    .command("list")
    .description("List the tokens of AI agents: their owners, accounts and last use.")
    .option("--json", "print JSON, for programs")
    .action(async (options: { readonly json?: boolean }) => {
      const tokens = await withDatabase(terminal, ({ database }) => database.transaction(listAgentTokens, "read"));
      const text = tokens.length === 0 ? "There are no tokens." : tokens.map(lineOf).join("\n");
      print(terminal, options, { text, json: tokens.map(listed) });
    });
}

function lineOf(token: ListedAgentToken): string {
  const reach = `${token.multi ? "accounts" : "account"} ${token.accounts.join(",")}`;
  const used = token.lastUsedAt === null ? "never used" : `last used ${formatInstant(token.lastUsedAt)}`;
  return [String(token.id), `${token.prefix}…`, token.email, reach, stateOf(token), used].join("  ");
}

function stateOf({ good, revokedAt, expiresAt }: ListedAgentToken): string {
  if (revokedAt !== null) return `revoked ${formatInstant(revokedAt)}`;
  if (expiresAt === null) return "good";
  return `${good ? "good until" : "expired"} ${formatInstant(expiresAt)}`;
}

function listed(token: ListedAgentToken) {
  const moment = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    id: token.id,
    prefix: token.prefix,
    user: token.email,
    accounts: token.accounts,
    multi: token.multi,
    good: token.good,
    created_at: moment(token.createdAt),
    expires_at: moment(token.expiresAt),
    last_used_at: moment(token.lastUsedAt),
    revoked_at: moment(token.revokedAt),
  };
}
