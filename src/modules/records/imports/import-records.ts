import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { isForgotten } from "../../stays/clients/guest-data.ts";
import { forEachChain } from "./chains.ts";
import { type ImportContext, operationAt, perform } from "./import-context.ts";
import { digestOfLine, type ImportedRecord, saveImported } from "./imported-records.ts";
import { clientElement } from "./kinds/client-element.ts";
import { storingRoutes } from "./operations.ts";
import type { Batch, Batches, RecordKind } from "./passes/record-kind.ts";
import type { ReferencedLine } from "./passes/referenced-lines.ts";
import type { Problems } from "./problems.ts";

/** Numbers of created, changed and unchanged records. */
export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

/** A file's batches in the two passes of an import. */
export interface FilePasses {
  /** Reports the lines that cannot be read. */
  readonly survey: Batches;
  readonly batches: Batches;
}

/**
 * Imports lines with references: creates new records, updates those whose line changed since the last import, and skips the rest.
 * @param done receives the number of lines processed so far
 */
export async function importRecords(
  { write }: ImportContext,
  kind: RecordKind,
  { survey, batches }: FilePasses,
  problems: Problems,
  done: (lines: number) => void,
): Promise<Counts> {
  for await (const batch of survey()) await kind.survey?.(batch);
  await kind.prepare?.(batches);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  let processed = 0;
  for await (const batch of batches()) {
    await kind.begin?.(batch);
    const imported = new BatchImport(write.transaction, kind, batch.before, counts);
    await forEachChain(Map.groupBy(batch.lines, kind.chainOf).values(), async (line) => {
      await imported.add(line).catch((error: unknown) => problems.addRefusal(line.line, error));
      processed++;
      done(processed);
    });
    await kind.finish?.();
    if (problems.count === 0) await saveImported(write, kind.kind, imported.records);
  }
  if (problems.count === 0) await kind.check?.();
  return counts;
}

/** Imports the lines of a batch. */
class BatchImport {
  readonly records: ImportedRecord[] = [];
  private readonly transaction: Transaction;
  private readonly kind: RecordKind;
  private readonly before: Batch["before"];
  private readonly counts: Counts;

  constructor(transaction: Transaction, kind: RecordKind, before: Batch["before"], counts: Counts) {
    this.transaction = transaction;
    this.kind = kind;
    this.before = before;
    this.counts = counts;
  }

  async add(line: ReferencedLine): Promise<void> {
    if (line.payment !== undefined) return this.pay(line);
    const { reference, shared } = line;
    const previous = this.before.get(reference);
    const digest = digestOfLine(line.values);
    const isUnchanged = previous?.digest === digest;
    if (isUnchanged) this.counts.unchanged++;
    const id = isUnchanged ? previous.id : await this.store(line, previous?.id, digest);
    if (!shared) return;
    shared.id = id;
    shared.isCounted = !isUnchanged;
  }

  private async store(line: ReferencedLine, previous: number | undefined, digest: string): Promise<number> {
    const { create, update, forgotten } = this.kind;
    const id = previous ?? (await create(line));
    if (previous !== undefined) await update(line, previous);
    this.counts[previous === undefined ? "created" : "updated"]++;
    this.records.push({ reference: line.reference, id, digest: forgotten?.has(line.reference) ? null : digest });
    const written = this.counts.created + this.counts.updated;
    if (Number.isInteger(Math.log2(written / firstAnalyzeAfter))) await analyze(this.transaction);
    return id;
  }

  /** A payment of a booking that an earlier import stored changes that booking. */
  private async pay(line: ReferencedLine): Promise<void> {
    const { shared } = line;
    if (shared?.id === undefined)
      throw invalid({ external_reference: [`is the booking of line ${shared?.first}, which is invalid`] });
    const isChanged = (await this.kind.pay?.(line, shared.id)) ?? false;
    if (!isChanged || shared.isCounted) return;
    shared.isCounted = true;
    this.counts.unchanged--;
    this.counts.updated++;
  }
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
  const forgotten = new Map<string, number>();
  return {
    kind: "clients",
    create: (line) => perform(context, create, {}, body(line)),
    async update(line, id) {
      if (await isForgotten(context.write, id)) forgotten.set(line.reference, line.line);
      else await perform(context, update, { client_id: id }, body(line));
    },
    forgotten,
    chainOf: ({ reference }) => reference,
  };
}
