import type { RawRow } from "../../database/sql/transaction.ts";

/** Leaves a relation out of a record when it has more ids than somebody reads, and collects which were left out. */
export class ShortLinks {
  readonly most: number;
  private readonly names = new Set<string>();

  constructor(most: number) {
    this.most = most;
  }

  /** The relations that were left out of any record, by their names. */
  get leftOut(): readonly string[] {
    return [...this.names];
  }

  /** Which of some relations a row has too many ids of. @param columns the columns of their ids, which are in braces */
  tooLong(row: RawRow, columns: ReadonlyMap<string, number>): readonly string[] {
    const found: string[] = [];
    for (const [name, column] of columns) if (hasMore(row[column] ?? "", this.most)) found.push(name);
    for (const name of found) this.names.add(name);
    return found;
  }
}

/** Whether a list in braces has more items than so many. */
function hasMore(list: string, most: number): boolean {
  let commas = 0;
  for (let at = list.indexOf(","); at >= 0; at = list.indexOf(",", at + 1)) if (++commas >= most) return true;
  return false;
}
