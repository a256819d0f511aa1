import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { publicOnly, readAccountSettings } from "../../../kernel/write/context.ts";
import { assertColumns } from "./file-columns.ts";
import type { ImportContext } from "./import-context.ts";
import { analyze, type Counts, clientKind, importRecords, type ReferencedLine } from "./import-records.ts";
import { type ImportReport, type LineProblem, maxProblems } from "./import-report.ts";
import { bookingKind } from "./kinds/booking-kind.ts";
import { paymentKind } from "./kinds/payment-kind.ts";
import { importRates } from "./kinds/rate-lines.ts";
import { rentalKind } from "./kinds/rental-kind.ts";
import { type Mapping, mapped } from "./mapping.ts";
import { Problems } from "./problems.ts";
import { type ReadLine, readCells } from "./reading/read-cells.ts";
import { sampleOf } from "./sample.ts";
import type { ImportKind, SourceLine } from "./source-line.ts";

/** An import's input. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: readonly SourceLine[];
  readonly mapping: Mapping;
  /** False rolls everything back after a full run, so the report says what would happen. */
  readonly apply: boolean;
  /** Imports the other lines if some are wrong. */
  readonly skipWrong?: boolean;
  /** Receives the number of lines processed so far. It may throw to end the run. */
  readonly progress: (lines: number) => void;
  /** Runs in the import's transaction, before its commit. */
  readonly finish?: (transaction: Transaction, report: ImportReport) => Promise<void>;
}

/** The services and the caller of an import. */
export interface ImportEnvironment {
  readonly scope: AccountScope;
  readonly caller: Caller;
  readonly registry: ResourceRegistry;
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Lines that a report shows as they were read. */
const shownFirst = 10;

/** Carries a report out of a transaction that must roll back. */
class RolledBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super("The import was rolled back.");
    this.report = report;
  }
}

/**
 * Imports a file's records in one transaction: all of them, or none if a line is wrong. With `skipWrong` it leaves wrong lines out and tries
 * again, because a line may have been wrong for the sake of another. Each line runs the API's own operation.
 * @throws RequestError 400 for unknown columns, 403 for a closed account
 */
export async function importFile(environment: ImportEnvironment, request: ImportRequest): Promise<ImportReport> {
  assertColumns(environment.registry, request.kind, request.lines, request.mapping);
  const reasons = new Map<number, readonly string[]>();
  const problems: LineProblem[] = [];
  const withEarlier = (report: ImportReport): ImportReport => ({
    ...report,
    wrong: reasons.size,
    reasons,
    problems: problems.toSorted((one, other) => one.line - other.line).slice(0, maxProblems),
  });
  const { finish } = request;
  for (;;) {
    const report = await importOnce(environment, {
      ...request,
      lines: request.lines.filter(({ line }) => !reasons.has(line)),
      ...(finish && { finish: (transaction, last) => finish(transaction, withEarlier(last)) }),
    });
    for (const [line, found] of report.reasons) reasons.set(line, found);
    problems.push(...report.problems);
    if (!request.skipWrong || report.wrong === 0) return withEarlier(report);
  }
}

async function importOnce(environment: ImportEnvironment, request: ImportRequest): Promise<ImportReport> {
  const { scope, caller, registry, secrets, files, now } = environment;
  try {
    return await scope.transaction(async (transaction) => {
      await prepareFor(transaction);
      const write = {
        transaction,
        caller,
        account: await readAccountSettings(transaction, caller.accounts[0]),
        registry,
        cache: new ApplicationCache(),
        secrets,
        files,
        outgoing: publicOnly,
        repeat: undefined,
        now,
        isQuiet: true,
      };
      const report = await importAll({ write, mapping: request.mapping }, request);
      if (!request.apply || report.wrong > 0) throw new RolledBack(report);
      await request.finish?.(transaction, report);
      return report;
    }, "long write");
  } catch (error) {
    if (error instanceof RolledBack) return error.report;
    throw error;
  }
}

/** Plans statements once instead of per line, recounts calendars once (baseline/07_stays.sql), and updates the planner's statistics. */
async function prepareFor(transaction: Transaction): Promise<void> {
  await transaction.planOnce();
  await transaction.setLocally({ "roost.counts_calendars": "once" });
  await analyze(transaction);
}

async function importAll(
  context: ImportContext,
  { kind, lines, mapping, progress }: ImportRequest,
): Promise<ImportReport> {
  let lineOfBooking = (_: number): number | undefined => undefined;
  const problems = new Problems(mapping, (id) => lineOfBooking(id));
  const named = lines.map(({ line, values }) => ({ line, values: mapped(values, mapping) }));
  const ours = readCells(context.write.registry, kind, named, mapping, problems);
  const report = (counts: Counts, clients = 0): ImportReport => ({
    ...counts,
    clients,
    forgotten: 0,
    warnings: [],
    wrong: problems.count,
    problems: problems.reported,
    reasons: problems.lines,
    sample: kind === "bookings" ? sampleOf(ours) : undefined,
    first: ours.slice(0, shownFirst).map(({ line, values }) => ({ line, values })),
  });
  if (kind === "rates") return report(await importRates(context, ours, problems, progress));
  const referenced = referencedLines(ours, problems);
  if (kind === "bookings") {
    const bookings = await bookingKind(context, referenced, problems);
    lineOfBooking = bookings.lineOf;
    return report(await importRecords(context, bookings, referenced, problems, progress), bookings.clients());
  }
  const recordKind =
    kind === "payments"
      ? await paymentKind(context, referenced)
      : kind === "clients"
        ? clientKind(context)
        : rentalKind(context);
  return report(await importRecords(context, recordKind, referenced, problems, progress));
}

/** The lines with their own reference. */
function referencedLines(lines: readonly ReadLine[], problems: Problems): ReferencedLine[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ line, values, currencies }) => {
    const reference = String(values.external_reference ?? "").trim();
    const other = seen.get(reference);
    if (reference === "")
      problems.add(line, "external_reference", "can't be blank: it identifies the record in the next import");
    else if (reference.length > 255)
      problems.add(line, "external_reference", "is too long (maximum is 255 characters)");
    else if (other !== undefined) problems.add(line, "external_reference", `is already used by line ${other}`);
    else {
      seen.set(reference, line);
      // As text, because JSON lines often have numbers here.
      return [{ line, reference, currencies, values: { ...values, external_reference: reference } }];
    }
    return [];
  });
}
