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
    .description("Change an application. Omitted options keep their value.")
    .argument("<application>", "application id, client id or name")
    .option("--name <name>", "display name")
    .option("--redirect-uri <uri>", "redirect URI; replaces all current ones; repeatable", collect)
    .option("--scopes <scopes>", "scopes that it may request from now on; existing grants stay")
    .option("--rate-limit <requests>", "maximum requests per hour", parseRateLimit);
  examples(command, "application change 3 --rate-limit 5000");
  command.action(async (named: string, options: Options) => {
    const { name, redirectUri: redirectUris, rateLimit } = options;
    const scopes = options.scopes === undefined ? undefined : readScopes(options.scopes);
    const input = { name, redirect_uris: redirectUris, scopes, rate_limit: rateLimit };
    const changed = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (changed.length === 0)
      throw new RequestError("bad_request", "Nothing to change. Add --name, --redirect-uri, --scopes or --rate-limit.");
    const id = await withDatabase(terminal, ({ database }) =>
      database.transaction(async (transaction) => {
        const application = await findApplicationNamed(transaction, named);
        await changeApplication(transaction, application, { name, redirectUris, scopes, rateLimit });
        return application.id;
      }),
    );
    print(terminal, options, {
      text: `Updated application ${id}: ${changed.join(", ")}.`,
      json: { id, changed },
    });
  });
}
