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
    .description("Register an application and print its client id and client secret. The secret is shown only once.")
    .requiredOption("--name <name>", "display name")
    .requiredOption(
      "--redirect-uri <uri>",
      "exact redirect URI: https, http on this machine, or urn:ietf:wg:oauth:2.0:oob; repeatable",
      collect,
    )
    .requiredOption("--scopes <scopes>", 'scopes that it may request, such as "public bookings_read"')
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const scopes = readScopes(options.scopes);
      const registration = { name: options.name, redirectUris: options.redirectUri, scopes };
      const { id, clientId, clientSecret } = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => registerApplication(transaction, registration)),
      );
      print(terminal, options, {
        text: [
          `application    ${id}`,
          `client id      ${clientId}`,
          `client secret  ${clientSecret}`,
          "The secret is shown only once: Roost stores only its digest.",
        ].join("\n"),
        json: { id, name: registration.name.trim(), client_id: clientId, client_secret: clientSecret, scopes },
      });
    });
}
