import type { ResourceRegistry } from "../registry.ts";
import { type Recorded, type Resource, writtenRelations } from "../resource.ts";

/** A relation in a joining table, recorded as an attribute of its record: `booking.bookings_tag_ids`. */
export interface RecordedJoin {
  readonly table: string;
  readonly ours: string;
  readonly theirs: string;
  readonly attribute: string;
}

/** The changes of a resource's table that database triggers record (docs/design/changes.md). */
export interface RecordedTable {
  readonly resource: Resource;
  readonly table: string;
  /** The column of the record's id. */
  readonly id: string;
  /** Columns in the form that `make_recorded_table` takes: a name, or `body as body_translations`. */
  readonly columns: readonly string[];
  /** The column that is set when a record ends. */
  readonly ended: string | undefined;
  readonly joins: readonly RecordedJoin[];
}

/** The resources whose changes are published, one for each table that holds an account's rows. */
export function recordedResources(registry: ResourceRegistry): Resource[] {
  const tables = new Set<string>();
  return registry.all().filter((resource) => {
    if (resource.computed || resource.tenancy === "everyone" || resource.recorded === false) return false;
    const table = tableOf(resource);
    if (tables.has(table) && !recordingOf(resource).sharesRows) return false;
    tables.add(table);
    return true;
  });
}

/** @param columns the names of all columns of the resource's table */
export function recordedTable(resource: Resource, columns: ReadonlySet<string>): RecordedTable {
  const { deletion } = resource;
  const { id = "id" } = recordingOf(resource);
  return {
    resource,
    table: tableOf(resource),
    id,
    columns: recordedColumns(resource, columns),
    ended: deletion && columns.has(deletion.column) ? deletion.column : undefined,
    joins: recordedJoins(resource),
  };
}

/** A resource's recording options; empty if its changes are not recorded. */
export const recordingOf = ({ recorded }: Pick<Resource, "recorded">): Recorded => (recorded === false ? {} : recorded);

const tableOf = (resource: Resource): string => recordingOf(resource).table ?? resource.table;

/** Columns that every change carries anyway. */
const implicitColumns: ReadonlySet<string> = new Set(["id", "account_id", "updated_at"]);

function recordedColumns(resource: Resource, columns: ReadonlySet<string>): string[] {
  const { columns: renamed = {} } = recordingOf(resource);
  const names = new Set<string>();
  for (const [name, { traits }] of Object.entries(resource.attributes))
    if (traits.recorded && traits.readers !== "nobody" && !(name in renamed)) names.add(name);
  for (const [name, relation] of Object.entries(resource.relations)) {
    if (relation.kind === "oneOf") names.add(`${name}_id`).add(`${name}_type`);
    if (relation.kind === "one" && !relation.expression && !relation.traits.planned) names.add(`${name}_id`);
  }
  const own = [...names].filter((name) => columns.has(name) && !implicitColumns.has(name));
  return [...own, ...Object.entries(renamed).map(([column, attribute]) => `${column} as ${attribute}`)];
}

/** Relations that a write sets, and those that the declaration lists. */
function recordedJoins(resource: Resource): RecordedJoin[] {
  const { joins = [] } = recordingOf(resource);
  const written = new Map(writtenRelations(resource).map(({ key, name }) => [key, name]));
  return Object.entries(resource.relations).flatMap(([name, relation]) => {
    if (relation.kind !== "many" || !("through" in relation.source)) return [];
    if (!relation.written && !joins.includes(name)) return [];
    const { through, ours, theirs } = relation.source;
    return [{ table: through, ours, theirs, attribute: written.get(name) ?? theirs.replace(/_id$/, "_ids") }];
  });
}
