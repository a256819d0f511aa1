import type { Transaction } from "../../../database/sql/transaction.ts";
import { forEachChain } from "./chains.ts";
import { clientElement } from "./client-element.ts";
import { type ImportContext, operationAt, perform } from "./import-context.ts";
import { digestOfLine, type ImportedRecord, type KnownRecord, keepRecords, knownRecords } from "./imported-records.ts";
import type { Problems } from "./problems.ts";

/** A line in our words, that can be found again by its reference. */
export interface ReferencedLine {
  readonly line: number;
  readonly reference: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How many records were made, changed, or found as the file says. */
export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

/** How the lines of a kind become records. */
export interface RecordKind {
  readonly kind: "rentals" | "clients" | "bookings";
  readonly create: (line: ReferencedLine) => Promise<number>;
  readonly update: (line: ReferencedLine, id: number) => Promise<void>;
  /** Lines of one chain are imported one after the other. */
  readonly chainOf: (line: ReferencedLine) => unknown;
}

/**
 * Imports lines that have references: one that is new makes a record, one that has changed since it was imported changes it, and one
 * that says what it said then is left alone. @param done is told how many lines are through
 */
export async function importRecords(
  { write }: ImportContext,
  { kind, create, update, chainOf }: RecordKind,
  lines: readonly ReferencedLine[],
  problems: Problems,
  done: (lines: number) => void,
): Promise<Counts> {
  const known = await knownRecords(
    write,
    kind,
    lines.map(({ reference }) => reference),
  );
  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  const imported: ImportedRecord[] = [];
  let through = 0;
  const importLine = async (line: ReferencedLine, before: KnownRecord | undefined): Promise<void> => {
    const digest = digestOfLine(line.values);
    if (before?.digest === digest) counts.unchanged++;
    else {
      const id = before?.id ?? (await create(line));
      if (before) await update(line, before.id);
      counts[before ? "updated" : "created"]++;
      imported.push({ reference: line.reference, id, digest });
      if (Number.isInteger(Math.log2(imported.length / analyzedAfter))) await analyze(write.transaction);
    }
  };
  await forEachChain(Map.groupBy(lines, chainOf).values(), async (line) => {
    await importLine(line, known.get(line.reference)).catch((error: unknown) => problems.addRefusal(line.line, error));
    through++;
    done(through);
  });
  if (problems.count === 0) await keepRecords(write, kind, imported);
  return counts;
}

/** Records written after which the tables are looked at again for the first time; then after twice as many, and so on. */
const analyzedAfter = 500;

/**
 * Statements are planned by what PostgreSQL knows of the tables, and nobody else sees what this transaction fills them with: by what was
 * there before, each line would look through all that is imported.
 */
export async function analyze(transaction: Transaction): Promise<void> {
  await transaction.run("select analyze_imported()");
}

/** Clients. */
export function clientKind(context: ImportContext): RecordKind {
  const create = operationAt(context.routes, "POST", "/clients");
  const update = operationAt(context.routes, "PUT", "/clients/:client_id");
  const body = (line: ReferencedLine) => ({
    clients: [clientElement(context.write.registry, line.values, context.mapping)],
  });
  return {
    kind: "clients",
    create: (line) => perform(context, create, {}, body(line)),
    update: async (line, id) => void (await perform(context, update, { client_id: id }, body(line))),
    chainOf: ({ reference }) => reference,
  };
}
