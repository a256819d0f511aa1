import type { Command } from "commander";
import { limitAgentToken } from "../../../modules/platform/access/agent-tokens/limit-token.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseId, parseRateLimit } from "../terminal/values.ts";

/** `agent-token change` */
export function agentTokenChange(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("change"))
    .description("Change an agent token's rate limit.")
    .argument("<id>", "token id", parseId)
    .requiredOption("--rate-limit <requests>", "maximum requests per hour", parseRateLimit)
    .action(async (id: number, options: PrintOptions & { readonly rateLimit: number }) => {
      const { rateLimit } = options;
      await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => limitAgentToken(transaction, id, rateLimit)),
      );
      print(terminal, options, {
        text: `Set the rate limit of token ${id} to ${rateLimit} requests per hour.`,
        json: { id, rate_limit: rateLimit },
      });
    });
}
