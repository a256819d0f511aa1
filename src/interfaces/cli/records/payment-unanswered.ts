import type { Command } from "commander";
import { formatHundredths } from "../../../core/hundredths.ts";
import { listUnanswered, type UnansweredStep } from "../../../modules/money/payments/perform/list-unanswered.ts";
import { type PrintOptions, printing } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { type Column, listAnswer, momentOf } from "../terminal/answer-table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readingAccounts } from "../with-account.ts";

const columns: readonly Column<UnansweredStep>[] = [
  { name: "account", value: ({ account }) => account },
  { name: "payment", value: ({ payment }) => payment },
  { name: "step", value: ({ step }) => step },
  { name: "amount", value: ({ amountInCents }) => formatHundredths(amountInCents) },
  { name: "currency", value: ({ currency }) => currency },
  { name: "attempts", value: ({ attempts }) => attempts },
  { name: "first_sent_at", value: ({ firstSentAt }) => momentOf(firstSentAt) },
  { name: "sent_at", value: ({ sentAt }) => momentOf(sentAt) },
];

/** `payment unanswered` */
export function paymentUnanswered(parent: Command, terminal: Terminal): void {
  printing(parent.command("unanswered"))
    .description(
      "List what payment gateways were asked for and have not answered: after twenty hours, look there what became of it.",
    )
    .option("--account <account>", "only those of this account: its id or its name")
    .action(async (options: PrintOptions & { readonly account?: string }) => {
      const steps = await withDatabase(terminal, ({ database }) =>
        readingAccounts(database, options.account, listUnanswered),
      );
      print(terminal, options, listAnswer(steps, columns, "Every gateway has answered."));
    });
}
