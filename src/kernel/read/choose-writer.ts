import type { RawRow } from "../../database/sql/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { hiddenLink } from "./columns.ts";
import { type Positions, type RowWriter, rowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import type { Selection } from "./view.ts";

/** What is written of a resource's rows, and in which columns it stands. */
export interface RowLayout {
  readonly registry: ResourceRegistry;
  readonly resource: Resource;
  /** What is shown of the caller's own rows, or of all. */
  readonly own: Selection;
  /** Set where less is shown of other rows. */
  readonly others: Selection | undefined;
  readonly positions: Positions;
  /** Relations whose keys some rows leave out. */
  readonly hideable: readonly string[];
}

/** The writer of all rows, or the one of each where rows are shown in part. */
export function chooseWriter(layout: RowLayout): RowWriter {
  const { hideable, positions } = layout;
  if (hideable.length === 0) return writerByOwner(layout);
  const columns = hideable.map((name) => [name, positions.get(`links.${name}`) ?? -1] as const);
  const writerOf = writersWithout(layout);
  return (row) => writerOf(columns.filter(([, column]) => row[column] === hiddenLink).map(([name]) => name))(row);
}

/** Writers without some relations: few combinations of them ever come, and each has a writer of its own. */
function writersWithout(layout: RowLayout): (left: readonly string[]) => RowWriter {
  const writers = new Map<string, RowWriter>();
  const without = (left: readonly string[], selection: Selection): Selection => ({
    attributes: selection.attributes,
    relations: selection.relations.filter((name) => !left.includes(name)),
  });
  return (left) => {
    const key = left.join();
    const known = writers.get(key);
    if (known) return known;
    const { own, others } = layout;
    const writer = writerByOwner({ ...layout, own: without(left, own), others: others && without(left, others) });
    writers.set(key, writer);
    return writer;
  };
}

function writerByOwner({ registry, resource, own, others, positions }: RowLayout): RowWriter {
  const writeOwn = rowWriter(registry, resource, own, positions);
  if (!others) return writeOwn;
  const writeOthers = rowWriter(registry, resource, others, positions);
  const isOwn = positions.get("is own") ?? -1;
  return (row) => (row[isOwn] === "t" ? writeOwn(row) : writeOthers(row));
}

/** Writes rows without the relations that are too long, and without those that they leave out. */
export function shortWriter(layout: RowLayout): (row: RawRow, short: ShortLinks) => string {
  const { resource, own, others, positions, hideable } = layout;
  const written = new Set([...own.relations, ...(others?.relations ?? [])]);
  const columns = new Map(
    [...written]
      .filter((name) => resource.relations[name]?.kind === "many")
      .map((name) => [name, positions.get(`links.${name}`) ?? -1]),
  );
  const writerOf = writersWithout(layout);
  return (row, short) => {
    const hidden = hideable.filter((name) => row[positions.get(`links.${name}`) ?? -1] === hiddenLink);
    return writerOf([...short.tooLong(row, columns), ...hidden])(row);
  };
}
