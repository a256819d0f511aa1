import type { PublishedChange } from "../../src/kernel/changes/change.ts";
import {
  type RecordedTable,
  recordedResources,
  recordedTable,
  recordingOf,
} from "../../src/kernel/changes/recorded.ts";
import type { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Json } from "../harness/client.ts";
import type { TestService } from "../harness/service.ts";

/** A change as the audit log shows it. */
export type ToldChange = Pick<PublishedChange, "resource" | "type" | "changes"> & { readonly recordId: string };

/** The replayed records: attributes by record, by resource. */
export type Replayed = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** Rebuilds records from their changes, starting with the first. */
export function replay(changes: readonly ToldChange[]): Replayed {
  const replayed = new Map<string, Map<string, Json>>();
  for (const { resource, recordId, changes: changed } of changes) {
    const records = replayed.get(resource) ?? new Map<string, Json>();
    replayed.set(resource, records);
    const record = records.get(recordId) ?? {};
    for (const [name, [, after]] of Object.entries(changed))
      record[name] = isPart(after) ? withPart(record[name], after) : after;
    records.set(recordId, record);
  }
  return replayed;
}

/** A section of a nightly map: its values from a start date. */
interface MapPart {
  readonly start_date: string;
  readonly values: readonly unknown[];
}

const isPart = (value: unknown): value is MapPart =>
  typeof value === "object" && value !== null && "start_date" in value && "values" in value;

/** Keys nights by day, because a map's first day moves forward. */
function withPart(known: unknown, { start_date, values }: MapPart): Map<number, unknown> {
  const nights = new Map<number, unknown>(known instanceof Map ? known : []);
  const first = Date.parse(start_date) / 86_400_000;
  for (const [index, value] of values.entries()) nights.set(first + index, value);
  return nights;
}

/** Each resource's recorded table, by resource name. */
export async function recordedTables(
  service: Pick<TestService, "sql">,
  registry: ResourceRegistry,
): Promise<ReadonlyMap<string, RecordedTable>> {
  const rows = await service.sql(
    "select table_name, column_name from information_schema.columns where table_schema = 'public'",
  );
  const columns = Map.groupBy(rows, ({ table_name }) => String(table_name));
  return new Map(
    recordedResources(registry).map((resource) => {
      const table = recordingOf(resource).table ?? resource.table;
      const names = (columns.get(table) ?? []).map(({ column_name }) => String(column_name));
      return [resource.name, recordedTable(resource, new Set(names))];
    }),
  );
}

/**
 * A record's recorded parts under their history names: attributes, ids of to-one relations, and id lists.
 * @param record the record from an API response, with its links
 */
export function recordedParts({ resource, columns, joins }: RecordedTable, record: Json): Json {
  const names = new Set(columns.map((column) => column.split(" as ").at(-1) ?? column));
  const links = typeof record.links === "object" && record.links !== null ? { ...record.links } : {};
  const linked: Json = { ...links };
  const parts: Json = {};
  for (const name of names) if (name in resource.attributes && name in record) parts[name] = record[name];
  for (const [name, relation] of Object.entries(resource.relations)) {
    if (relation.kind === "one" && names.has(`${name}_id`) && name in linked) parts[`${name}_id`] = linked[name];
    if (relation.kind !== "many" || !("through" in relation.source) || !(name in linked)) continue;
    const { through } = relation.source;
    const join = joins.find(({ table }) => table === through);
    if (join) parts[join.attribute] = linked[name];
  }
  return parts;
}

/** Recorded nights whose replayed value differs from the shown one: map, day, shown value and replayed value. */
export function differingNights(record: Json, replayed: Json): unknown[] {
  const first = Date.parse(String(record.start_date)) / 86_400_000;
  return ["rates_map", "minimum_stays_map", "map"].flatMap((name) => {
    const shown = typeof record[name] === "string" ? record[name].split(",").map(Number) : [];
    const known = replayed[name];
    // All other nights show the rental's own rate.
    const given = [...(known instanceof Map ? known : [])].filter(([day, value]) => value !== null && day >= first);
    return given.flatMap(([day, value]) =>
      shown[day - first] === Number(value) ? [] : [[name, day, shown[day - first], value]],
    );
  });
}
