import type { RawRow } from "../../database/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { type RowWriter, rowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import type { Selection } from "./view.ts";

/** The writer of all rows, or the one of each where rows of others are shown in part. */
export function chooseWriter(
  registry: ResourceRegistry,
  resource: Resource,
  own: Selection,
  others: Selection | undefined,
  positions: Map<string, number>,
): RowWriter {
  const writeOwn = rowWriter(registry, resource, own, positions);
  if (!others) return writeOwn;
  const writeOthers = rowWriter(registry, resource, others, positions);
  const isOwn = positions.get("is own") ?? -1;
  return (row) => (row[isOwn] === "t" ? writeOwn(row) : writeOthers(row));
}

/** Writes rows with fewer relations: few combinations of them are ever too long, and each has a writer of its own. */
export function shortWriter(
  registry: ResourceRegistry,
  resource: Resource,
  own: Selection,
  others: Selection | undefined,
  positions: Map<string, number>,
): (row: RawRow, short: ShortLinks) => string {
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
    const fewer = others && without(left, others);
    const writer = chooseWriter(registry, resource, without(left, own), fewer, positions);
    writers.set(key, writer);
    return writer(row);
  };
}
