import { parseHundredths } from "../../core/hundredths.ts";
import { packedRows, type Transaction } from "../../database/transaction.ts";
import { laneOf } from "../../kernel/caller.ts";
import type { RecordId } from "../../kernel/key.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import { inTurns } from "../../kernel/turns.ts";
import type { AskedSearch } from "./asked-search.ts";
import { readSharedVersions } from "../rates/prices-version.ts";
import type { InTheWay } from "../rates/quote-members.ts";
import { type CandidateColumn, candidatesStatement, presenceStatement } from "./candidates-statement.ts";

/** A rental that the filters of a search let through, before anything is priced. */
export interface Candidate {
  readonly id: number;
  readonly currency: string;
  /** Of its prices (docs/decisions/0013); empty in a search without dates. */
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
  const index = (column: CandidateColumn): number => columns.indexOf(column);
  const [own, pricedWith] = [index("own_version"), index("priced_with")];
  const [taken, closed] = [index("taken"), index("closed")];
  const size = index("size");
  const [minPrice, maxPrice] = [index("min_price"), index("max_price")];
  const candidates: Candidate[] = [];
  await inTurns(laneOf(caller), packedRows(packed), (row) => {
    candidates.push({
      id: Number(row[0]),
      currency: row[1] ?? "",
      version: shared ? `${row[own]}.${shared.get(row[pricedWith] ?? "")}` : "",
      inTheWay: row[taken] === "t" ? "nights_taken" : row[closed] === "t" ? "preparation_days" : undefined,
      size: numberAt(row, size, Number),
      minPrice: numberAt(row, minPrice, parseHundredths),
      maxPrice: numberAt(row, maxPrice, parseHundredths),
    });
  });
  return candidates;
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

function numberAt(row: readonly string[], index: number, read: (text: string) => number | undefined): number | null {
  const text = row[index];
  return text === undefined || text === "" ? null : (read(text) ?? null);
}
