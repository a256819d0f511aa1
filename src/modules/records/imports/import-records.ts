import type { Transaction } from "../../../database/sql/transaction.ts";
import { forEachChain } from "./chains.ts";
import { type ImportContext, operationAt, perform } from "./import-context.ts";
import {
  digestOfLine,
  findImported,
  type ImportedBefore,
  type ImportedRecord,
  saveImported,
} from "./imported-records.ts";
import { clientElement } from "./kinds/client-element.ts";
import { storingRoutes } from "./operations.ts";
import type { Problems } from "./problems.ts";
import type { ReadLine } from "./reading/read-cells.ts";

/** A line with Roost's column names and a unique reference. */
export interface ReferencedLine extends ReadLine {
  readonly reference: string;
}

/** Numbers of created, changed and unchanged records. */
export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

/** How lines of a kind become records. */
export interface RecordKind {
  readonly kind: "rentals" | "clients" | "bookings" | "payments";
  readonly create: (line: ReferencedLine) => Promise<number>;
  readonly update: (line: ReferencedLine, id: number) => Promise<void>;
  /** Lines with the same chain run one after the other. */
  readonly chainOf: (line: ReferencedLine) => unknown;
  /** Prepares for all lines, with what earlier imports know of them. */
  readonly prepare?: (before: ReadonlyMap<string, ImportedBefore>) => Promise<void>;
  /** Checks all lines together, after each is stored. */
  readonly check?: () => Promise<void>;
  /** Saves what else the lines stored, if none is wrong. */
  readonly save?: () => Promise<void>;
}

/**
 * Imports lines with references: creates new records, updates those whose line changed since the last import, and skips the rest.
 * @param done receives the number of lines processed so far
 */
export async function importRecords(
  { write }: ImportContext,
  { kind, create, update, chainOf, prepare, check, save }: RecordKind,
  lines: readonly ReferencedLine[],
  problems: Problems,
  done: (lines: number) => void,
): Promise<Counts> {
  const before = await findImported(
    write,
    kind,
    lines.map(({ reference }) => reference),
  );
  await prepare?.(before);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  const imported: ImportedRecord[] = [];
  let processed = 0;
  const importLine = async (line: ReferencedLine, previous: ImportedBefore | undefined): Promise<void> => {
    const digest = digestOfLine(line.values);
    if (previous?.digest === digest) counts.unchanged++;
    else {
      const id = previous?.id ?? (await create(line));
      if (previous) await update(line, previous.id);
      counts[previous ? "updated" : "created"]++;
      imported.push({ reference: line.reference, id, digest });
      if (Number.isInteger(Math.log2(imported.length / firstAnalyzeAfter))) await analyze(write.transaction);
    }
  };
  await forEachChain(Map.groupBy(lines, chainOf).values(), async (line) => {
    await importLine(line, before.get(line.reference)).catch((error: unknown) => problems.addRefusal(line.line, error));
    processed++;
    done(processed);
  });
  if (problems.count === 0) await check?.();
  if (problems.count === 0) {
    await saveImported(write, kind, imported);
    await save?.();
  }
  return counts;
}

/** Written records after which statistics are updated first; then each time their number doubles. */
const firstAnalyzeAfter = 500;

/** Updates the planner's statistics. Without it, plans ignore what this transaction wrote, and each line scans everything imported. */
export async function analyze(transaction: Transaction): Promise<void> {
  await transaction.run("select analyze_imported()");
}

/** The clients kind. */
export function clientKind(context: ImportContext): RecordKind {
  const create = operationAt(storingRoutes, "POST", "/clients");
  const update = operationAt(storingRoutes, "PUT", "/clients/:client_id");
  const body = (line: ReferencedLine) => ({
    clients: [clientElement(context.write.registry, line.values)],
  });
  return {
    kind: "clients",
    create: (line) => perform(context, create, {}, body(line)),
    update: async (line, id) => void (await perform(context, update, { client_id: id }, body(line))),
    chainOf: ({ reference }) => reference,
  };
}
