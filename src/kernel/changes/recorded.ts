import type { ResourceRegistry } from "../registry.ts";
import { type Recorded, type Resource, writtenRelations } from "../resource.ts";

/** A relation that a joining table holds, as an attribute of the record that has it: `booking.bookings_tag_ids`. */
export interface RecordedJoin {
  readonly table: string;
  readonly ours: string;
  readonly theirs: string;
  readonly attribute: string;
}

/** What the triggers of the database record of a resource's table (docs/design/changes.md, migration 0033). */
export interface RecordedTable {
  readonly resource: Resource;
  readonly table: string;
  /** The column that holds the record's id. */
  readonly id: string;
  /** Column by column, in the form that `make_recorded_table` takes: a name, or `body as body_translations`. */
  readonly columns: readonly string[];
  /** The column that is set when a record ends. */
  readonly ended: string | undefined;
  readonly joins: readonly RecordedJoin[];
}

/**
 * The resources whose changes are told: those with rows of accounts, once for each table. What a second one shows of the same rows is
 * the first one's.
 */
export function recordedResources(registry: ResourceRegistry): Resource[] {
  const tables = new Set<string>();
  return registry.all().filter((resource) => {
    if (resource.computed || resource.tenancy === "everyone" || resource.recorded === false) return false;
    const table = tableOf(resource);
    if (tables.has(table) && !recordingOf(resource).besides) return false;
    tables.add(table);
    return true;
  });
}

/** @param columns names of all columns of the resource's table */
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

/** How its changes are recorded; nothing where they are not. */
export const recordingOf = ({ recorded }: Pick<Resource, "recorded">): Recorded => (recorded === false ? {} : recorded);

const tableOf = (resource: Resource): string => recordingOf(resource).table ?? resource.table;

/** What every change has anyway: whose it is, and when it happened. */
const told: ReadonlySet<string> = new Set(["id", "account_id", "updated_at"]);

function recordedColumns(resource: Resource, columns: ReadonlySet<string>): string[] {
  const { columns: renamed = {} } = recordingOf(resource);
  const names = new Set<string>();
  for (const [name, { traits }] of Object.entries(resource.attributes))
    if (traits.recorded && traits.readers !== "nobody" && !(name in renamed)) names.add(name);
  for (const [name, relation] of Object.entries(resource.relations)) {
    if (relation.kind === "oneOf") names.add(`${name}_id`).add(`${name}_type`);
    if (relation.kind === "one" && !relation.expression && !relation.traits.planned) names.add(`${name}_id`);
  }
  const own = [...names].filter((name) => columns.has(name) && !told.has(name));
  return [...own, ...Object.entries(renamed).map(([column, attribute]) => `${column} as ${attribute}`)];
}

/** Those that a write of the record sets, or that nothing else tells of. */
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
