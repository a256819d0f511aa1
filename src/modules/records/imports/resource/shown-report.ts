import { formatHundredths } from "../../../../core/hundredths.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { type FileColumn, fillableColumns } from "../file-columns.ts";
import { type ImportReport, maxProblems, reinstatedReason } from "../import-report.ts";
import type { ReadFile } from "../reading/read-lines.ts";
import type { Sample, SampleLine } from "../sample.ts";
import type { ImportKind } from "../source-line.ts";

/** The report on a file that was read, before any line is imported. */
export function shownTable(
  registry: ResourceRegistry,
  kind: ImportKind,
  file: ReadFile,
  columns: readonly FileColumn[],
): Record<string, unknown> {
  return {
    encoding: file.encoding,
    delimiter: file.delimiter,
    columns,
    attributes: fillableColumns(registry, kind),
    first_lines: file.first.map(({ line, values }) => ({ line, values, read: {} })),
    problems: [],
    warnings: skippedRows(file),
  };
}

/** The part of a run's result that is shown. */
export function shownReport(report: ImportReport, file: ReadFile): Record<string, unknown> {
  const { created, updated, unchanged, wrong, clients, forgotten, sample } = report;
  const read = new Map(report.first.map(({ line, values }) => [line, values]));
  const long = sample?.long.map(({ line, nights }) => ({ line, column: null, reason: `${nights} nights` })) ?? [];
  const withoutGuest = report.forgottenLines
    .slice(0, maxProblems)
    .map((line) => ({ line, column: null, reason: "the guest was forgotten: their data was left out" }));
  const reinstated = report.reinstatedLines
    .slice(0, maxProblems)
    .map((line) => ({ line, column: null, reason: reinstatedReason }));
  return {
    ...{ created, updated, unchanged, wrong, clients, forgotten },
    first_lines: file.first.map(({ line, values }) => ({ line, values, read: read.get(line) ?? {} })),
    sample: sample ? shownSample(sample) : null,
    problems: report.problems.map(({ line, column, reason }) => ({ line, column: column ?? null, reason })),
    warnings: [...skippedRows(file), ...long, ...withoutGuest, ...reinstated],
  };
}

const skippedRows = ({ skipped }: ReadFile) =>
  skipped.map(({ line, reason }) => ({ line, column: null, reason: `skipped, because it ${reason}` }));

function shownSample({ lines, earliestArrival, latestArrival, longestNights, totals, long }: Sample) {
  return {
    lines: lines.map(shownStay),
    earliest_arrival: earliestArrival,
    latest_arrival: latestArrival,
    longest_nights: longestNights,
    totals: Object.entries(totals).map(([currency, amount]) => ({
      currency: currency || null,
      amount: formatHundredths(amount),
    })),
    long: long.map(shownStay),
  };
}

const shownStay = ({ guest, total, ...stay }: SampleLine) => ({ ...stay, guest: guest ?? null, total: total ?? null });
