import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { revokeAccessToken, revokeAccessTokens } from "../../../modules/platform/access/tokens/revoke-access-token.ts";
import { type ConfirmOptions, examples, withConfirmOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { type TokenOwners, tokenOwners, withTokenFilters } from "./list.ts";

interface Options extends ConfirmOptions, TokenOwners {
  readonly all?: boolean;
}

/** `token revoke`. Other users of the machine can see arguments, so `-` reads the token from standard input. */
export function tokenRevoke(parent: Command, terminal: Terminal): void {
  const command = withTokenFilters(withConfirmOption(parent.command("revoke")))
    .description("Revoke an access token; with --all, every token of an application, account or user.")
    .argument("[token]", "token or its fingerprint; - reads it from standard input")
    .option("--all", "revoke every token that --account, --application and --user select, and their refresh tokens");
  examples(command, "token revoke 9f86d081884c7d65", "token revoke --all --application 3 --account 1");
  command.action(async (argument: string | undefined, options: Options) => {
    if ((argument === undefined) !== (options.all ?? false))
      throw new RequestError("bad_request", "Specify one token, or use --all with --account, --application or --user.");
    await (argument === undefined ? revokeAll(terminal, options) : revokeOne(terminal, options, argument));
  });
}

async function revokeOne(terminal: Terminal, options: Options, argument: string): Promise<void> {
  const token = (argument === "-" ? await terminal.input() : argument).trim();
  await withDatabase(terminal, ({ database }) =>
    database.transaction((transaction) => revokeAccessToken(transaction, token)),
  );
  print(terminal, options, { text: "Revoked the token.", json: { revoked: true } });
}

async function revokeAll(terminal: Terminal, options: Options): Promise<void> {
  await confirm(terminal, options, "This stops every program that uses these tokens.");
  const revoked = await withDatabase(terminal, async ({ database }) => {
    const filter = await tokenOwners(database, options);
    return database.transaction((transaction) => revokeAccessTokens(transaction, filter));
  });
  print(terminal, options, { text: `Revoked ${revoked} ${revoked === 1 ? "token" : "tokens"}.`, json: { revoked } });
}
