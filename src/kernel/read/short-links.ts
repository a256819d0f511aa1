import type { RawRow } from "../../database/sql/transaction.ts";

/** Omits relations with too many ids from records, and collects their names. */
export class ShortLinks {
  readonly maxIds: number;
  private readonly names = new Set<string>();

  constructor(maxIds: number) {
    this.maxIds = maxIds;
  }

  /** The names of the relations that any record omitted. */
  get omitted(): readonly string[] {
    return [...this.names];
  }

  /** The relations of a row with too many ids. @param columns the columns of their ids, in braces */
  tooLong(row: RawRow, columns: ReadonlyMap<string, number>): readonly string[] {
    const found: string[] = [];
    for (const [name, column] of columns) if (hasMore(row[column] ?? "", this.maxIds)) found.push(name);
    for (const name of found) this.names.add(name);
    return found;
  }
}

/** Whether a list in braces has more than `limit` items. */
function hasMore(list: string, limit: number): boolean {
  let commas = 0;
  for (let at = list.indexOf(","); at >= 0; at = list.indexOf(",", at + 1)) if (++commas >= limit) return true;
  return false;
}
