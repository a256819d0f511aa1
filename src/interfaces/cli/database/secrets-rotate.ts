import type { Command } from "commander";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { withDatabase } from "./with-database.ts";

const about = `Re-encrypt all secrets under the first key of ROOST_SECRETS_KEY, or under a new key in the key file.
The service can keep running. With ROOST_SECRETS_KEY, first restart it with the new key and the previous one, separated by a comma.`;

/** `secrets rotate`. After an interruption, running it again continues. */
export function secretsRotate(parent: Command, terminal: Terminal): void {
  parent
    .command("rotate")
    .description(about)
    .option("--json", "print JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const { installation, environment } = terminal;
      const progress = await showProgress(terminal, { label: "rotate", unit: "accounts" });
      const counts = await withDatabase(terminal, ({ database }) =>
        installation.rotateSecrets(environment, database, progress.update),
      ).finally(progress.end);
      print(terminal, options, {
        text: `Re-encrypted ${counts.payment_gateways} payment gateways and ${counts.idempotent_answers} stored responses. The previous keys are no longer needed.`,
        json: counts,
      });
    });
}
