import type { Command } from "commander";
import { revokeAgentToken } from "../../../modules/platform/access/agent-tokens/revoke-token.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `agent-token revoke`. Other users of the machine can see arguments, so `-` reads the token from standard input. */
export function agentTokenRevoke(parent: Command, terminal: Terminal): void {
  parent
    .command("revoke")
    .description("Revoke an agent token and end its sessions.")
    .argument("<token>", "token id, or the token itself; - reads it from standard input")
    .option("--json", "print JSON")
    .action(async (argument: string, options: { readonly json?: boolean }) => {
      const named = (argument === "-" ? await terminal.input() : argument).trim();
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => revokeAgentToken(transaction, named)),
      );
      print(terminal, options, { text: "Revoked the token.", json: { revoked: true } });
    });
}
