import type { Command } from "commander";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { withDatabase } from "./with-database.ts";

const about = `Seal all secrets again under the first key of ROOST_SECRETS_KEY, or under a new one in the key file.
The service may run meanwhile: with ROOST_SECRETS_KEY, start it with the new key and the former one first, separated by a comma.`;

/** `secrets rotate`. It may be interrupted, and run again. */
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
        text: `Sealed again: ${counts.payment_gateways} payment gateways, ${counts.idempotent_answers} stored answers. The former keys are no longer needed.`,
        json: counts,
      });
    });
}
