import { parseHundredths } from "../../../core/hundredths.ts";
import { PackedReader } from "../../../database/sql/packed-reader.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { inTurns, little } from "../../../kernel/concurrency/turns.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { readSharedVersions, type SharedVersions } from "../../pricing/rates/prices-version.ts";
import type { InTheWay } from "../../pricing/rates/quote/quote-members.ts";
import type { AskedSearch } from "./asked-search.ts";
import { type CandidateColumn, candidatesStatement, presenceStatement } from "./candidates-statement.ts";

/** A rental that the filters of a search let through, before anything is priced. */
export interface Candidate {
  /** Its place among the candidates. */
  readonly place: number;
  readonly id: number;
  readonly currency: string;
  /** Of its prices (docs/design/response-cache.md); empty in a search without dates. */
  readonly version: string;
  /** What stands in the way of the stay. Undefined in a search without dates. */
  readonly inTheWay: InTheWay | undefined;
  /** The attribute that is sorted by, where it is none of a price. */
  readonly size: number | null;
  /** What the rental says of its prices, hundredths; read where a search without dates compares them. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/** Finds the rentals that a search is about, in ascending order of id (see `candidatesStatement`). */
export async function findCandidates(
  scope: ReadScope<Transaction>,
  asked: AskedSearch,
  ids: readonly RecordId[] | undefined,
): Promise<Candidate[]> {
  const { text, values, columns } = candidatesStatement(scope, asked, ids);
  const { database, caller } = scope;
  const [packed, shared] = await Promise.all([
    database.packed(text, values),
    asked.stay && readSharedVersions(database, caller.accounts),
  ]);
  const candidates: Candidate[] = [];
  const next = candidateReader(columns, shared);
  const rows = new PackedReader(packed).rows();
  await inTurns(laneOf(caller), rows, (row) => candidates.push(next(row, candidates.length)), little);
  return candidates;
}

/** Reads candidates from rows that have these columns, in the order in which a statement selects them. */
function candidateReader(
  columns: readonly CandidateColumn[],
  shared: SharedVersions | undefined,
): (row: PackedReader, place: number) => Candidate {
  const selects = (column: CandidateColumn): boolean => columns.includes(column);
  const tellsWhatIsInTheWay = selects("taken");
  const hasSize = selects("size");
  const hasPrices = selects("min_price");
  return (row, place) => ({
    place,
    id: row.integer(),
    currency: row.word(),
    version: shared ? `${row.integer()}.${shared.get(row.integer())}` : "",
    inTheWay: tellsWhatIsInTheWay ? inTheWayOf(row.word(), row.word()) : undefined,
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

/** Whether any of some rentals is there for the caller at all. */
export async function isAnyThere(
  scope: ReadScope<Transaction>,
  asked: AskedSearch,
  ids: readonly RecordId[],
): Promise<boolean> {
  const { text, values } = presenceStatement(scope, asked, ids);
  return (await scope.database.read({ text }, values)).length > 0;
}
