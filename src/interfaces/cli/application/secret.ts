import type { Command } from "commander";
import { findApplicationNamed } from "../../../modules/platform/access/applications/find-application.ts";
import { renewSecret } from "../../../modules/platform/access/applications/renew-secret.ts";
import { type ConfirmOptions, examples, withConfirmOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { confirm } from "../terminal/confirm.ts";
import { timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseSeconds } from "../terminal/values.ts";

interface Options extends ConfirmOptions {
  readonly keepFormer?: number;
}

/** `application secret` */
export function applicationSecret(parent: Command, terminal: Terminal): void {
  const command = withConfirmOption(parent.command("secret"))
    .description(
      "Replace an application's client secret and print the new one. It is shown only once. Existing tokens stay valid.",
    )
    .argument("<application>", "application id, client id or name")
    .option("--keep-former <seconds>", "how long the previous secret also stays valid (default: 0)", parseSeconds);
  examples(command, "application secret 3 --keep-former 86400");
  command.action(async (named: string, options: Options) => {
    const { keepFormer } = options;
    if (keepFormer === undefined)
      await confirm(terminal, options, `This invalidates the current secret of application ${named} immediately.`);
    const { id, renewed } = await withDatabase(terminal, ({ database }) =>
      database.transaction(async (transaction) => {
        const application = await findApplicationNamed(transaction, named);
        return { id: application.id, renewed: await renewSecret(transaction, application, keepFormer) };
      }),
    );
    const until = timestampOf(renewed.formerUntil);
    print(terminal, options, {
      text: [
        `application    ${id}`,
        `client id      ${renewed.clientId}`,
        `client secret  ${renewed.clientSecret}`,
        "The secret is shown only once: Roost stores only its digest.",
        until === null ? "The previous secret no longer works." : `The previous secret stays valid until ${until}.`,
      ].join("\n"),
      json: { id, client_id: renewed.clientId, client_secret: renewed.clientSecret, former_secret_until: until },
    });
  });
}
