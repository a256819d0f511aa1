import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Route } from "../../../kernel/route.ts";
import { publicOnly, readAccountSettings } from "../../../kernel/write/context.ts";
import { bookingKind } from "./booking-kind.ts";
import { isColumn } from "./columns.ts";
import type { ImportContext } from "./import-context.ts";
import { analyze, type Counts, clientKind, importRecords, type ReferencedLine } from "./import-records.ts";
import { type Mapping, mapped, ourName } from "./mapping.ts";
import { Problems } from "./problems.ts";
import { importRates } from "./rate-lines.ts";
import { rentalKind } from "./rental-kind.ts";
import type { ImportKind, ImportReport, SourceLine } from "./source-line.ts";

/** What is imported, and whether it is to stay. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: readonly SourceLine[];
  readonly mapping: Mapping;
  /** Without it everything is done, and rolled back: so that what is told is what would happen. */
  readonly apply: boolean;
  /** Told how many lines are through. */
  readonly progress: (lines: number) => void;
}

/** What an import is done with, on behalf of whom. */
export interface ImportSurroundings {
  readonly scope: AccountScope;
  readonly caller: Caller;
  readonly registry: ResourceRegistry;
  readonly routes: readonly Route[];
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Ends a transaction that is not to be committed. */
class RolledBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super("The import was rolled back.");
    this.report = report;
  }
}

/**
 * Imports the records of a file in one transaction: all of them, or none when a line is wrong. Each goes through the same operation as
 * a request to the API would. @throws RequestError 400 for columns that nobody knows, 403 for a closed account
 */
export async function importFile(surroundings: ImportSurroundings, request: ImportRequest): Promise<ImportReport> {
  const { scope, caller, registry, routes, secrets, files, now } = surroundings;
  assertColumns(registry, request);
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
      const report = await importAll({ write, routes, mapping: request.mapping }, request);
      if (!request.apply || report.wrong > 0) throw new RolledBack(report);
      return report;
    }, "long write");
  } catch (error) {
    if (error instanceof RolledBack) return error.report;
    throw error;
  }
}

/**
 * The statements of operations are planned once and not for each line; calendars are counted once (baseline/07_stays.sql); and plans begin with
 * what the tables hold.
 */
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
  const ours = lines.map(({ line, values }) => ({ line, values: mapped(values, mapping) }));
  const report = (counts: Counts, clients = 0): ImportReport => ({
    ...counts,
    clients,
    wrong: problems.count,
    problems: problems.told.toSorted((one, other) => one.line - other.line),
  });
  if (kind === "rates") return report(await importRates(context, ours, problems, progress));
  const referenced = referencedLines(ours, problems);
  if (kind === "bookings") {
    const bookings = await bookingKind(context, referenced);
    lineOfBooking = bookings.lineOf;
    return report(await importRecords(context, bookings, referenced, problems, progress), bookings.clients());
  }
  const recordKind = kind === "clients" ? clientKind(context) : rentalKind(context);
  return report(await importRecords(context, recordKind, referenced, problems, progress));
}

/** @throws RequestError 400 naming all columns that the kind does not have */
function assertColumns(registry: ResourceRegistry, { kind, lines, mapping }: ImportRequest): void {
  const theirs = new Set(lines.flatMap(({ values }) => Object.keys(values)));
  for (const ignored of mapping.ignore ?? []) theirs.delete(ignored);
  const names = [...theirs].map((name) => [name, ourName(name, mapping)] as const);
  const constants = Object.keys(mapping.constants ?? {}).map((name) => [name, name] as const);
  const unknown = [...names, ...constants].filter(([, ours]) => !isColumn(registry, kind, ours));
  if (unknown.length === 0) return;
  const list = unknown.map(([name]) => name).join(", ");
  throw new RequestError("bad_request", `No column of ${kind} is called ${list}: map or ignore it with --mapping.`);
}

/** Lines with a reference that no other line has. */
function referencedLines(lines: readonly SourceLine[], problems: Problems): ReferencedLine[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ line, values }) => {
    const reference = String(values.external_reference ?? "").trim();
    const other = seen.get(reference);
    if (reference === "")
      problems.add(line, "external_reference", "can't be blank: it tells the same record next time");
    else if (reference.length > 255)
      problems.add(line, "external_reference", "is too long (maximum is 255 characters)");
    else if (other !== undefined) problems.add(line, "external_reference", `is that of line ${other} too`);
    else {
      seen.set(reference, line);
      // As a text: in JSON lines it is often a number.
      return [{ line, reference, values: { ...values, external_reference: reference } }];
    }
    return [];
  });
}
