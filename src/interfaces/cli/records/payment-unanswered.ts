import type { Command } from "commander";
import { formatHundredths } from "../../../core/hundredths.ts";
import { listUnanswered, type UnansweredStep } from "../../../modules/money/payments/perform/list-unanswered.ts";
import { type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listOutput, timestampOf } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readAccounts } from "../with-account.ts";

const columns: readonly Column<UnansweredStep>[] = [
  { name: "account", value: ({ account }) => account },
  { name: "payment", value: ({ payment }) => payment },
  { name: "step", value: ({ step }) => step },
  { name: "amount", value: ({ amountInCents }) => formatHundredths(amountInCents) },
  { name: "currency", value: ({ currency }) => currency },
  { name: "attempts", value: ({ attempts }) => attempts },
  { name: "first_sent_at", value: ({ firstSentAt }) => timestampOf(firstSentAt) },
  { name: "sent_at", value: ({ sentAt }) => timestampOf(sentAt) },
];

/** `payment unanswered` */
export function paymentUnanswered(parent: Command, terminal: Terminal): void {
  withJsonOption(parent.command("unanswered"))
    .description(
      "List gateway requests without a response. If a request is older than 20 hours, check its outcome at the gateway.",
    )
    .option("--account <account>", "only this account (id or name)")
    .action(async (options: PrintOptions & { readonly account?: string }) => {
      const steps = await withDatabase(terminal, ({ database }) =>
        readAccounts(database, options.account, listUnanswered),
      );
      print(terminal, options, listOutput(steps, columns, "No unanswered gateway requests."));
    });
}
