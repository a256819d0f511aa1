import type { Command } from "commander";
import { revokeAccessToken } from "../../modules/access/revoke-access-token.ts";
import { print, type Terminal } from "./terminal.ts";
import { withDatabase } from "./with-database.ts";

/** `token revoke`. Other people on the machine see the words of a command: `-` reads the token from the standard input. */
export function tokenRevoke(parent: Command, terminal: Terminal): void {
  parent
    .command("revoke")
    .description("Revoke an access token at once.")
    .argument("<token>", "the token; - reads it from standard input, where nobody else sees it")
    .option("--json", "print JSON, for programs")
    .action(async (given: string, options: { readonly json?: boolean }) => {
      const token = (given === "-" ? await terminal.input() : given).trim();
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => revokeAccessToken(transaction, token)),
      );
      print(terminal, options, { text: "The token is revoked.", json: { revoked: true } });
    });
}
