import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import { RatesFileError, readRatesFile } from "../../../modules/reference/exchange/read-rates-file.ts";
import { storeExchangeRates } from "../../../modules/reference/exchange/store-exchange-rates.ts";
import { withDatabase } from "../database/with-database.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";

/** `exchange-rates load <file>`. */
export function exchangeRatesLoad(parent: Command, terminal: Terminal): void {
  parent
    .command("load")
    .description(
      "Load exchange rates from the European Central Bank's daily or historical CSV, or from lines of date,currency,rate.",
    )
    .argument("<file>", "unpacked CSV file; a rate is the amount of the currency for one euro", pathParser(terminal))
    .option("--json", "print JSON")
    .action(async (file: string, options: { readonly json?: boolean }) => {
      const rates = readRates(await textOf(file), file);
      const progress = await showProgress(terminal, { label: "load", unit: "rates" });
      const changed = await withDatabase(terminal, ({ database }) =>
        database.transaction((transaction) => storeExchangeRates(transaction, rates, progress.update)),
      ).finally(progress.end);
      print(terminal, options, {
        text: `Loaded ${rates.length} exchange rates from ${file}; ${changed} are new or changed.`,
        json: { rates: rates.length, changed },
      });
    });
}

function readRates(text: string, file: string) {
  try {
    return readRatesFile(text);
  } catch (error) {
    if (!(error instanceof RatesFileError)) throw error;
    throw new RequestError("bad_request", `${file}: ${error.message}`);
  }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new RequestError("not_found", `Cannot read ${file}: ${error instanceof Error ? error.message : "unknown"}`);
  });
}
