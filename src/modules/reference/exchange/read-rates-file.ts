import { type Currency, currencies } from "../../../core/currencies.ts";
import { parseDay } from "../../../core/day.ts";

/** Units of a currency per euro on a day. The rate is a decimal string, because it has more than two decimals. */
export interface ExchangeRate {
  readonly day: number;
  readonly currency: Currency;
  readonly rate: string;
}

/** An unusable exchange rates file. The message has one line per problem. */
export class RatesFileError extends Error {}

const maxReportedProblems = 10;

const months = ["January", "February", "March", "April", "May", "June"].concat([
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]);

/**
 * Parses exchange rates per euro: the European Central Bank's daily file (`eurofxref.csv`) or its history (`eurofxref-hist.csv`),
 * with a column per currency, or lines `date,currency,rate`. Skips currencies that Roost does not support and rates that are `N/A`.
 * @throws RatesFileError that names the first ten invalid lines
 */
export function readRatesFile(text: string): ExchangeRate[] {
  if (text.startsWith("PK")) throw new RatesFileError("the file is a zip archive: unpack it first");
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const { header, plain } = headerOf(lines[0] ?? "");
  const problems: string[] = [];
  const rates: ExchangeRate[] = [];
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === "") continue;
    const refuse = (problem: string): number => problems.push(`line ${index + 1}: ${problem}`);
    const values = cells(line);
    const day = dayOf(values[0] ?? "");
    if (values.length !== header.length) refuse(`has ${values.length} values, but the header has ${header.length}`);
    else if (day === undefined)
      refuse(`${JSON.stringify(values[0])} is not a date such as 2027-01-04 or 4 January 2027`);
    else
      for (const found of ratesIn(plain, header, values, refuse)) {
        const key = `${day} ${found.currency}`;
        if (seen.has(key)) refuse(`repeats the rate of ${found.currency} for the same day`);
        seen.add(key);
        rates.push({ day, ...found });
      }
  }
  if (problems.length > 0) {
    const more = problems.length > maxReportedProblems ? `\n… and ${problems.length - maxReportedProblems} more` : "";
    throw new RatesFileError(problems.slice(0, maxReportedProblems).join("\n") + more);
  }
  if (rates.length === 0) throw new RatesFileError("the file has no rate of a currency that Roost supports");
  return rates;
}

function headerOf(line: string): { readonly header: readonly string[]; readonly plain: boolean } {
  const header = cells(line).map((name) => name.toLowerCase());
  if (header[0] !== "date" || header.length < 2) {
    throw new RatesFileError('line 1: must be a header such as "date,currency,rate" or "Date, USD, JPY"');
  }
  const plain = header.join() === "date,currency,rate";
  const unknown = plain ? undefined : header.slice(1).find((name) => !/^[a-z]{3}$/.test(name));
  if (unknown !== undefined) throw new RatesFileError(`line 1: ${JSON.stringify(unknown)} is not a currency`);
  return { header, plain };
}

function ratesIn(
  plain: boolean,
  header: readonly string[],
  values: readonly string[],
  refuse: (problem: string) => void,
): Omit<ExchangeRate, "day">[] {
  const pairs = plain
    ? [[values[1] ?? "", values[2] ?? ""]]
    : header.map((name, index) => [name, values[index] ?? ""]).slice(1);
  return pairs.flatMap(([name = "", rate = ""]) => {
    if (!/^[a-z]{3}$/i.test(name)) refuse(`${JSON.stringify(name)} is not a currency`);
    else if (!plain && (rate === "N/A" || rate === "")) return [];
    else if (!/^\d{1,9}(\.\d{1,8})?$/.test(rate) || Number(rate) === 0)
      refuse(`${JSON.stringify(rate)} is not a rate for ${name.toUpperCase()}`);
    else {
      const currency = currencies.find((code) => code === name.toUpperCase());
      return currency === undefined || currency === "EUR" ? [] : [{ currency, rate }];
    }
    return [];
  });
}

/** Splits a line into values. The bank's lines end with a comma. */
function cells(line: string): string[] {
  return line
    .replace(/,\s*$/, "")
    .split(",")
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** Parses `2027-01-04`, or `4 January 2027` as in the daily file. */
function dayOf(text: string): number | undefined {
  const [, date = "", name = "", year = ""] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  if (name === "") return parseDay(text);
  const month = months.indexOf(name) + 1;
  return parseDay(`${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`);
}
