import type { RawRow } from "../../database/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
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
}

/** The writer of all rows, or the one of each where rows of others are shown in part. */
export function chooseWriter({ registry, resource, own, others, positions }: RowLayout): RowWriter {
  const writeOwn = rowWriter(registry, resource, own, positions);
  if (!others) return writeOwn;
  const writeOthers = rowWriter(registry, resource, others, positions);
  const isOwn = positions.get("is own") ?? -1;
  return (row) => (row[isOwn] === "t" ? writeOwn(row) : writeOthers(row));
}

/** Writes rows with fewer relations: few combinations of them are ever too long, and each has a writer of its own. */
export function shortWriter(layout: RowLayout): (row: RawRow, short: ShortLinks) => string {
  const { resource, own, others, positions } = layout;
  const written = new Set([...own.relations, ...(others?.relations ?? [])]);
  const columns = new Map(
    [...written]
      .filter((name) => resource.relations[name]?.kind === "many")
      .map((name) => [name, positions.get(`links.${name}`) ?? -1]),
  );
  const writers = new Map<string, RowWriter>();
  const without = (left: readonly string[], selection: Selection): Selection => ({
    attributes: selection.attributes,
    relations: selection.relations.filter((name) => !left.includes(name)),
  });
  return (row, short) => {
    const left = short.tooLong(row, columns);
    const key = left.join();
    const known = writers.get(key);
    if (known) return known(row);
    const writer = chooseWriter({ ...layout, own: without(left, own), others: others && without(left, others) });
    writers.set(key, writer);
    return writer(row);
  };
}
