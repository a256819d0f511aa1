import type { Command } from "commander";
import { registerApplication } from "../../../modules/platform/access/applications/register-application.ts";
import { readScopes } from "../../../modules/platform/access/scope-list.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { collect } from "../terminal/values.ts";

interface Options {
  readonly name: string;
  readonly redirectUri: string[];
  readonly scopes: string;
  readonly json?: boolean;
}

/** `application create` */
export function applicationCreate(parent: Command, terminal: Terminal): void {
  parent
    .command("create")
    .description("Register an application and print its client id and, this once, its client secret.")
    .requiredOption("--name <name>", "display name")
    .requiredOption(
      "--redirect-uri <uri>",
      "where people come back to, exactly: https, http on this machine, or urn:ietf:wg:oauth:2.0:oob; may be repeated",
      collect,
    )
    .requiredOption("--scopes <scopes>", 'the most that it may ask for, such as "public bookings_read"')
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const scopes = readScopes(options.scopes);
      const wanted = { name: options.name, redirectUris: options.redirectUri, scopes };
      const { id, clientId, clientSecret } = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => registerApplication(transaction, wanted)),
      );
      print(terminal, options, {
        text: [
          `application    ${id}`,
          `client id      ${clientId}`,
          `client secret  ${clientSecret}`,
          "The secret is shown this once: Roost keeps only its digest.",
        ].join("\n"),
        json: { id, name: wanted.name.trim(), client_id: clientId, client_secret: clientSecret, scopes },
      });
    });
}
