import type { RawRow } from "../../database/sql/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { hiddenLink } from "./columns.ts";
import { type Positions, type RowWriter, rowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import type { Selection } from "./view.ts";

/** The columns to write of a resource's rows, with their positions. */
export interface RowLayout {
  readonly registry: ResourceRegistry;
  readonly resource: Resource;
  /** The selection for the caller's own rows, or for all rows. */
  readonly own: Selection;
  /** The selection for other rows, where it is smaller. */
  readonly others: Selection | undefined;
  readonly positions: Positions;
  /** Relations that some rows hide. */
  readonly hideable: readonly string[];
}

/** Returns one writer for all rows, or one that chooses by row where rows are shown in part. */
export function chooseWriter(layout: RowLayout): RowWriter {
  const { hideable, positions } = layout;
  if (hideable.length === 0) return writerByOwner(layout);
  const columns = hideable.map((name) => [name, positions.get(`links.${name}`) ?? -1] as const);
  const writerOf = writersWithout(layout);
  return (row) => writerOf(columns.filter(([, column]) => row[column] === hiddenLink).map(([name]) => name))(row);
}

/** Writers that omit some relations, cached by combination: few combinations occur. */
function writersWithout(layout: RowLayout): (hidden: readonly string[]) => RowWriter {
  const writers = new Map<string, RowWriter>();
  const without = (hidden: readonly string[], selection: Selection): Selection => ({
    attributes: selection.attributes,
    relations: selection.relations.filter((name) => !hidden.includes(name)),
  });
  return (hidden) => {
    const key = hidden.join();
    const cached = writers.get(key);
    if (cached) return cached;
    const { own, others } = layout;
    const writer = writerByOwner({ ...layout, own: without(hidden, own), others: others && without(hidden, others) });
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

/** Writes rows without relations that are too long or hidden. */
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
