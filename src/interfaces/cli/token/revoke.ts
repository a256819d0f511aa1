import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { revokeAccessToken, revokeAccessTokens } from "../../../modules/platform/access/tokens/revoke-access-token.ts";
import { type ConfirmOptions, withConfirmOption, examples } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { ofOwners, type TokenOwners, tokenOwners } from "./list.ts";

interface Options extends ConfirmOptions, TokenOwners {
  readonly all?: boolean;
}

/** `token revoke`. Other people on the machine see the words of a command: `-` reads the token from the standard input. */
export function tokenRevoke(parent: Command, terminal: Terminal): void {
  const command = ofOwners(withConfirmOption(parent.command("revoke")))
    .description("Revoke an access token at once; or, with --all, every one of an application, an account or a person.")
    .argument("[token]", "the token, or its fingerprint; - reads it from standard input, where nobody else sees it")
    .option("--all", "every token that --account, --application and --user name, and what would give new ones");
  examples(command, "token revoke 9f86d081884c7d65", "token revoke --all --application 3 --account 1");
  command.action(async (given: string | undefined, options: Options) => {
    if ((given === undefined) !== (options.all ?? false))
      throw new RequestError("bad_request", "Name one token, or say --all with --account, --application or --user.");
    await (given === undefined ? revokeAll(terminal, options) : revokeOne(terminal, options, given));
  });
}

async function revokeOne(terminal: Terminal, options: Options, given: string): Promise<void> {
  const token = (given === "-" ? await terminal.input() : given).trim();
  await withDatabase(terminal, ({ database }) =>
    database.transaction((transaction) => revokeAccessToken(transaction, token)),
  );
  print(terminal, options, { text: "The token is revoked.", json: { revoked: true } });
}

async function revokeAll(terminal: Terminal, options: Options): Promise<void> {
  await confirm(terminal, options, "Programs that work with these tokens stop working.");
  const revoked = await withDatabase(terminal, async ({ database }) => {
    const wanted = await tokenOwners(database, options);
    return database.transaction((transaction) => revokeAccessTokens(transaction, wanted));
  });
  print(terminal, options, { text: `Tokens that are revoked: ${revoked}.`, json: { revoked } });
}
