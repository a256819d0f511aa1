import { parseHundredths } from "../../../core/hundredths.ts";
import { PackedReader } from "../../../database/sql/packed-reader.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { cheapChunkSize, inSlices } from "../../../kernel/concurrency/scheduler.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { readSharedVersions, type SharedVersions } from "../../pricing/rates/prices-version.ts";
import type { InTheWay } from "../../pricing/rates/quote/quote-members.ts";
import { type CandidateColumn, candidatesStatement, presenceStatement } from "./candidates-statement.ts";
import type { SearchRequest } from "./search-request.ts";
import type { ZonedStay } from "./stay-nights.ts";

/** A rental that matches a search's filters, before pricing. */
export interface Candidate {
  /** Its index among the candidates. */
  readonly index: number;
  readonly id: number;
  readonly currency: string;
  /** Its price version (docs/design/response-cache.md); empty without dates. */
  readonly version: string;
  /** The reasons why the nights are not free. Undefined without dates. */
  readonly inTheWay: InTheWay | undefined;
  /** The sort attribute's value, unless it is a price. */
  readonly size: number | null;
  /** The rental's own price range in hundredths; read only if a search without dates compares prices. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/** Finds a search's rentals in id order (see `candidatesStatement`). */
export async function findCandidates(
  scope: ReadScope<Transaction>,
  request: SearchRequest,
  zoned: ZonedStay | undefined,
  ids: readonly RecordId[] | undefined,
): Promise<Candidate[]> {
  const { text, values, columns } = candidatesStatement(scope, request, zoned, ids);
  const { database, caller } = scope;
  const [packed, shared] = await Promise.all([
    database.packed(text, values),
    zoned && readSharedVersions(database, caller.accounts),
  ]);
  const candidates: Candidate[] = [];
  const next = candidateReader(columns, shared);
  const rows = new PackedReader(packed).rows();
  await inSlices(laneOf(caller), rows, (row) => candidates.push(next(row, candidates.length)), cheapChunkSize);
  return candidates;
}

/** Returns a reader for rows with these columns, in this order. */
function candidateReader(
  columns: readonly CandidateColumn[],
  shared: SharedVersions | undefined,
): (row: PackedReader, index: number) => Candidate {
  const selects = (column: CandidateColumn): boolean => columns.includes(column);
  const hasAvailability = selects("taken");
  const hasSize = selects("size");
  const hasPrices = selects("min_price");
  return (row, index) => ({
    index,
    id: row.integer(),
    currency: row.word(),
    version: shared ? `${row.integer()}.${shared.get(row.integer())}` : "",
    inTheWay: hasAvailability ? inTheWayOf(row.word(), row.word()) : undefined,
    size: hasSize ? row.integerOrNull() : null,
    minPrice: hasPrices ? amountOf(row.word()) : null,
    maxPrice: hasPrices ? amountOf(row.word()) : null,
  });
}

function inTheWayOf(taken: string, closed: string): InTheWay | undefined {
  if (taken === "t") return "nights_taken";
  return closed === "t" ? "preparation_days" : undefined;
}

function amountOf(decimal: string): number | null {
  return decimal === "" ? null : (parseHundredths(decimal) ?? null);
}

/** Whether the caller can see any of some rentals. */
export async function anyExists(
  scope: ReadScope<Transaction>,
  request: SearchRequest,
  ids: readonly RecordId[],
): Promise<boolean> {
  const { text, values } = presenceStatement(scope, request, ids);
  return (await scope.database.read({ text }, values)).length > 0;
}
