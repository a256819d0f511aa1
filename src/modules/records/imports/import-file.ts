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
import { analyze, type Counts, clientKind, importRecords } from "./import-records.ts";
import { type ImportReport, type LineProblem, maxProblems } from "./import-report.ts";
import { type BookingKind, bookingKind } from "./kinds/booking-kind.ts";
import { paymentKind } from "./kinds/payment-kind.ts";
import { importRates } from "./kinds/rate-lines.ts";
import { rentalKind } from "./kinds/rental-kind.ts";
import type { Mapping } from "./mapping.ts";
import { FilePass } from "./passes/file-pass.ts";
import type { RecordKind } from "./passes/record-kind.ts";
import { Problems } from "./problems.ts";
import type { Column } from "./reading/read-cells.ts";
import type { Sample } from "./sample.ts";
import type { ImportKind, LineFile } from "./source-line.ts";

/** An import's input. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly file: LineFile;
  readonly mapping: Mapping;
  /** The readings of the file's cells. */
  readonly columns: readonly Column[];
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

/** A request with the lines that earlier attempts found wrong. */
interface Attempt extends ImportRequest {
  readonly left: { has(line: number): boolean };
}

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
  assertColumns(environment.registry, request.kind, request.file.names, request.mapping);
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
      left: reasons,
      ...(finish && { finish: (transaction, last) => finish(transaction, withEarlier(last)) }),
    });
    for (const [line, found] of report.reasons) reasons.set(line, found);
    problems.push(...report.problems);
    if (!request.skipWrong || report.wrong === 0) return withEarlier(report);
  }
}

async function importOnce(environment: ImportEnvironment, request: Attempt): Promise<ImportReport> {
  const { scope, caller, registry, secrets, files, now } = environment;
  try {
    return await scope.transaction(async (transaction) => {
      if (request.apply) await takeTurn(transaction, caller.accounts);
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
      const report = await importAll({ write, mapping: request.mapping, isApplied: request.apply }, request);
      if (!request.apply || report.wrong > 0) throw new RolledBack(report);
      await request.finish?.(transaction, report);
      return report;
    }, "long write");
  } catch (error) {
    if (error instanceof RolledBack) return error.report;
    throw error;
  }
}

/** An account's applied imports take turns: the second import of a file finds the records of the first. */
async function takeTurn(transaction: Transaction, accounts: Caller["accounts"]): Promise<void> {
  // The other one may take minutes.
  await transaction.run("set local statement_timeout = 0");
  await transaction.run("select pg_advisory_xact_lock(hashtextextended('imports of ' || $1::bigint, 0))", [
    accounts[0],
  ]);
  await transaction.run("set local statement_timeout to default");
}

/** Plans statements once instead of per line, recounts calendars once (baseline/07_stays.sql), and updates the planner's statistics. */
async function prepareFor(transaction: Transaction): Promise<void> {
  await transaction.planOnce();
  await transaction.setLocally({ "roost.counts_calendars": "once" });
  await analyze(transaction);
}

async function importAll(context: ImportContext, request: Attempt): Promise<ImportReport> {
  const { kind, progress } = request;
  let lineOfBooking = (_: number): number | undefined => undefined;
  let sample = (): Sample | undefined => undefined;
  const problems = new Problems(request.mapping, (id) => lineOfBooking(id));
  const pass = new FilePass(context, request, problems);
  const noLines: readonly number[] = [];
  const report = (counts: Counts, clients = 0, forgottenLines = noLines, reinstatedLines = noLines): ImportReport => ({
    ...counts,
    clients,
    reinstatedLines: inOrder(reinstatedLines),
    forgotten: forgottenLines.length,
    forgottenLines,
    wrong: problems.count,
    problems: problems.reported,
    reasons: problems.lines,
    sample: sample(),
    first: pass.first,
  });
  if (kind === "rates") return report(await importRates(context, pass.lines(), problems, progress));
  const recordKind = await kindOf(context, kind, problems);
  let reinstated = noLines;
  if ("lineOf" in recordKind) ({ lineOf: lineOfBooking, sample, reinstated } = recordKind);
  const counts = await importRecords(context, recordKind, pass, problems, progress);
  const forgotten = inOrder([...(recordKind.forgotten?.values() ?? [])]);
  return report(counts, kind === "bookings" ? await createdGuests(context) : 0, forgotten, reinstated);
}

const inOrder = (lines: readonly number[]): number[] => lines.toSorted((one, other) => one - other);

async function kindOf(
  context: ImportContext,
  kind: Exclude<ImportKind, "rates">,
  problems: Problems,
): Promise<RecordKind | BookingKind> {
  switch (kind) {
    case "bookings":
      return bookingKind(context, problems);
    case "payments":
      return paymentKind(context);
    case "clients":
      return clientKind(context);
    case "rentals":
      return rentalKind(context);
  }
}

/** The clients that this transaction created for bookings. A refused line may have left one without a booking. */
async function createdGuests({ write }: ImportContext): Promise<number> {
  const row = await write.transaction.row<{ count: number }>(
    `select count(*)::integer as count from clients
      where account_id = $1 and created_at >= transaction_timestamp() and xmin = pg_current_xact_id()::xid
        and exists (select from bookings where bookings.account_id = $1 and bookings.client_id = clients.id)`,
    [write.account.id],
  );
  return row?.count ?? 0;
}
