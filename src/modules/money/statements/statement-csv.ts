import { csvOf } from "../../../core/csv.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { amountNames } from "./amount-names.ts";
import type { StatementTotal, StayLine } from "./statement.ts";
import { amountTexts, nameOfMonth, type RentalStatement, stayMembers } from "./statement-record.ts";

const before = ["line", "month", "rental_id", "rental_name"];
const ofStay = ["booking_id", "reference", "status", "arrival", "departure", "nights", "nights_of_stay", "currency"];
const header = [...before, ...ofStay, "stays", "night", ...amountNames];

/**
 * Statements as CSV. The first cell is the line type: `stay`, `night` (revenue of the stay above), or `total` (per rental and currency).
 * To sum a column, use the lines of one type.
 */
export function csvOfStatements(statements: readonly RentalStatement[]): string {
  return csvOf([header, ...statements.flatMap(linesOf)]);
}

function linesOf(statement: RentalStatement): string[][] {
  const { rental, month, lines, totals } = statement;
  const about = [nameOfMonth(month), String(rental.id), rental.name];
  return [
    ...lines.flatMap((line) => [stayLine(line, about), ...nightLines(line, about)]),
    ...totals.map((total) => totalLine(total, about)),
  ];
}

function stayLine(line: StayLine, about: readonly string[]): string[] {
  const stay = Object.values(stayMembers(line)).map(String);
  return ["stay", ...about, ...stay, "", "", ...amountTexts(line.amounts).map(([, text]) => text)];
}

function nightLines(line: StayLine, about: readonly string[]): string[][] {
  const stay = Object.values({ ...stayMembers(line), nights: "", nights_of_stay: "" }).map(String);
  const others = amountNames.slice(1).map(() => "");
  return line.revenueByNight.map(({ night, amount }) => [
    "night",
    ...about,
    ...stay,
    "",
    formatDay(night),
    formatHundredths(amount),
    ...others,
  ]);
}

function totalLine({ currency, stays, nights, amounts }: StatementTotal, about: readonly string[]): string[] {
  const cells = ["", "", "", "", "", String(nights), "", currency, String(stays), ""];
  return ["total", ...about, ...cells, ...amountTexts(amounts).map(([, text]) => text)];
}
