import type { Command } from "commander";
import { revokeAgentToken } from "../../../modules/platform/access/agent-tokens/revoke-token.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `agent-token revoke`. Other people on the machine see the words of a command: `-` reads the token from the standard input. */
export function agentTokenRevoke(parent: Command, terminal: Terminal): void {
  parent
    .command("revoke")
    .description("Revoke a token of an AI agent and end its sessions, at once.")
    .argument("<token>", "its id or the token itself; - reads it from standard input, where nobody else sees it")
    .option("--json", "print JSON")
    .action(async (given: string, options: { readonly json?: boolean }) => {
      const named = (given === "-" ? await terminal.input() : given).trim();
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => revokeAgentToken(transaction, named)),
      );
      print(terminal, options, { text: "The token is revoked.", json: { revoked: true } });
    });
}
