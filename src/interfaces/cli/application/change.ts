import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { changeApplication } from "../../../modules/platform/access/applications/change-application.ts";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { readScopes } from "../../../modules/platform/access/scope-list.ts";
import { examples, type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { collect, parseRateLimit } from "../terminal/values.ts";

interface Options extends PrintOptions {
  readonly name?: string;
  readonly redirectUri?: string[];
  readonly scopes?: string;
  readonly rateLimit?: number;
}

/** `application change` */
export function applicationChange(parent: Command, terminal: Terminal): void {
  const command = withJsonOption(parent.command("change"))
    .description("Change an application. What is not named stays.")
    .argument("<application>", "application id, client id or name")
    .option("--name <name>", "display name")
    .option("--redirect-uri <uri>", "where people come back to, in place of all former ones; may be repeated", collect)
    .option("--scopes <scopes>", "the most that it may ask for from now on; what accounts have given it stays")
    .option("--rate-limit <requests>", "how many requests it may make an hour", parseRateLimit);
  examples(command, "application change 3 --rate-limit 5000");
  command.action(async (named: string, options: Options) => {
    const { name, redirectUri: redirectUris, rateLimit } = options;
    const scopes = options.scopes === undefined ? undefined : readScopes(options.scopes);
    const given = { name, redirect_uris: redirectUris, scopes, rate_limit: rateLimit };
    const changed = Object.entries(given).flatMap(([word, value]) => (value === undefined ? [] : [word]));
    if (changed.length === 0)
      throw new RequestError("bad_request", "Name what to change: --name, --redirect-uri, --scopes or --rate-limit.");
    const id = await withDatabase(terminal, ({ database }) =>
      database.transaction(async (transaction) => {
        const application = await findApplicationNamed(transaction, named);
        await changeApplication(transaction, application, { name, redirectUris, scopes, rateLimit });
        return application.id;
      }),
    );
    print(terminal, options, {
      text: `The application ${id} is changed: ${changed.join(", ")}.`,
      json: { id, changed },
    });
  });
}
