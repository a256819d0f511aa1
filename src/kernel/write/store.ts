import type { Attribute } from "../attribute.ts";
import type { RecordId } from "../key.ts";
import { type Resource, writtenRelations } from "../resource.ts";
import type { AccountTransaction, WriteContext } from "./context.ts";
import type { Draft } from "./input/draft.ts";

/** Columns that an operation sets in addition to the draft, with values in the database's form. */
export type ServerSetColumns = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly value: unknown;
  readonly type: string;
  readonly translated: boolean;
}

/** Inserts a draft and its joined relations. @returns the new id from the sequence */
export async function insertRecord(
  context: WriteContext,
  draft: Draft,
  serverSet: ServerSetColumns = {},
): Promise<number> {
  const id = await insertRow(context, draft, serverSet);
  if (typeof id !== "number") throw new Error(`${draft.resource.name} has no numeric ids. Use insertRecordAs.`);
  await replaceJoined(context, id, draft);
  return id;
}

/** The same for records with UUIDs, under a given id. */
export async function insertRecordAs(
  context: WriteContext,
  id: RecordId,
  draft: Draft,
  serverSet: ServerSetColumns = {},
): Promise<void> {
  await insertRow(context, draft, { ...serverSet, id });
  await replaceJoined(context, id, draft);
}

/**
 * Inserts drafts of one resource by one statement for each set of columns. None has joined relations.
 * @returns the new ids, in the drafts' order
 */
export async function insertRecords(
  context: WriteContext,
  records: readonly { readonly draft: Draft; readonly serverSet: ServerSetColumns }[],
): Promise<number[]> {
  const resource = records[0]?.draft.resource;
  if (!resource) return [];
  const rows = records.map(({ draft, serverSet }, index) => ({ ...rowOf(context, draft, serverSet), index }));
  const ids: number[] = [];
  for (const [names, group] of Map.groupBy(rows, (row) => row.names)) {
    const tuples = group.map(({ tuple, values }, position) => tuple(position * values.length)).join(", ");
    const inserted = await context.transaction.rows<{ id: number }>(
      `insert into ${resource.table} (${names}) values ${tuples} returning id`,
      group.flatMap(({ values }) => values),
      "composed",
    );
    for (const [position, { id }] of inserted.entries()) ids[group[position]?.index ?? 0] = id;
  }
  return ids;
}

async function insertRow(context: WriteContext, draft: Draft, serverSet: ServerSetColumns): Promise<RecordId> {
  const { resource } = draft;
  const { names, values, tuple } = rowOf(context, draft, serverSet);
  const tuples = tuple(0);
  const row = await context.transaction.row<{ id: RecordId }>(
    `insert into ${resource.table} (${names}) values ${tuples} returning id`,
    values,
    "composed",
  );
  if (!row) throw new Error(`The insert into ${resource.table} returned no id.`);
  return row.id;
}

/** A draft as a row to insert. Its placeholders follow those of earlier rows. */
function rowOf(context: WriteContext, draft: Draft, serverSet: ServerSetColumns) {
  const columns = columnsOf(draft);
  const rest: ServerSetColumns = { ...authorOf(context, draft.resource), ...serverSet };
  const forms = [
    (placeholder: string) => placeholder,
    ...columns.map(
      ({ type, translated }) =>
        (placeholder: string) =>
          translated ? `jsonb_strip_nulls(${placeholder}::jsonb)` : `${placeholder}::${type}`,
    ),
    ...Object.keys(rest).map(() => (placeholder: string) => placeholder),
  ];
  return {
    names: ["account_id", ...columns.map(({ name }) => name), ...Object.keys(rest)].join(", "),
    values: [context.account.id, ...columns.map(({ value }) => value), ...Object.values(rest)],
    tuple: (after: number) => `(${forms.map((form, index) => form(`$${after + index + 1}`)).join(", ")})`,
  };
}

/**
 * Updates a record from a draft. Without a difference nothing is written and `updated_at` stays (conventions.md, Writing).
 * @returns whether anything changed
 */
export async function updateRecord(
  context: WriteContext,
  id: RecordId,
  draft: Draft,
  serverSet: ServerSetColumns = {},
): Promise<boolean> {
  const { resource } = draft;
  const columns = columnsOf(draft);
  const joined = await replaceJoined(context, id, draft);
  const pairs = columns.map(({ name, type, translated }, index): [string, string] => [
    name,
    translated ? `jsonb_strip_nulls(${name} || $${index + 3}::jsonb)` : `$${index + 3}::${type}`,
  ]);
  for (const name of Object.keys(serverSet)) {
    const type = resource.attributes[name]?.type.sqlType === "json" ? "::json" : "";
    pairs.push([name, `$${pairs.length + 3}${type}`]);
  }
  const differing = pairs.map(([name, value]) =>
    // The type json has no comparison.
    value.endsWith("::json") ? `${name}::jsonb is distinct from ${value}::jsonb` : `${name} is distinct from ${value}`,
  );
  if (joined) differing.push("true");
  if (differing.length === 0) return false;
  const assignments = [...pairs, ["updated_at", "statement_timestamp()"]].map(([name, value]) => `${name} = ${value}`);
  const changed = await context.transaction.run(
    `update ${resource.table} set ${assignments.join(", ")} where account_id = $1 and id = $2 and (${differing.join(" or ")})`,
    [context.account.id, id, ...columns.map(({ value }) => value), ...Object.values(serverSet)],
    "composed",
  );
  return changed > 0;
}

/**
 * Marks records as changed because related records changed, so that `updated_since` returns them. Locks them.
 */
export async function touchRecords(
  { transaction, account }: AccountTransaction,
  table: string,
  ids: readonly RecordId[],
): Promise<void> {
  await transaction.run(
    `update ${table} set updated_at = statement_timestamp() where account_id = $1 and id = any($2)`,
    [account.id, `{${ids.join(",")}}`],
  );
}

/** The author column of a new record, where authorship decides who may change it. */
function authorOf({ caller }: WriteContext, { changeable }: Resource): ServerSetColumns {
  return changeable?.authored ? { created_by_application_id: caller.application } : {};
}

/** The draft's changed values as columns of the resource's table. */
function columnsOf(draft: Draft): Column[] {
  const { resource } = draft;
  const columns: Column[] = [];
  const add = (name: string, attribute: Attribute<unknown>): void => {
    if (!draft.sets(attribute) || draft.repeats(attribute)) return;
    const value = draft.input(attribute);
    const stored = value === null || value === undefined ? null : attribute.type.toDatabase(value);
    columns.push({ name, value: stored, type: attribute.type.sqlType, translated: attribute.translated });
  };
  for (const [name, attribute] of Object.entries(resource.attributes))
    if (attribute.traits.persisted) add(name, attribute);
  for (const { relation, key } of writtenRelations(resource)) {
    if (relation.kind === "one" && relation.written && !relation.traits.planned)
      add(`${key}_id`, relation.written.attribute);
  }
  return columns;
}

/** Replaces the joined relations that the draft sets. @returns whether any changed */
async function replaceJoined(context: WriteContext, id: RecordId, draft: Draft): Promise<boolean> {
  let changed = false;
  for (const { relation } of writtenRelations(draft.resource)) {
    if (relation.kind !== "many" || !relation.written || !("through" in relation.source)) continue;
    const ids = draft.input(relation.written.attribute);
    if (ids === undefined) continue;
    const { through, ours, theirs } = relation.source;
    const array = `{${(ids ?? []).join(",")}}`;
    const removed = await context.transaction.run(
      `delete from ${through} where account_id = $1 and ${ours} = $2 and ${theirs} <> all ($3::bigint[])`,
      [context.account.id, id, array],
    );
    const added = await context.transaction.run(
      `insert into ${through} (account_id, ${ours}, ${theirs}) select $1, $2, theirs from unnest($3::bigint[]) as theirs on conflict do nothing returning account_id`,
      [context.account.id, id, array],
    );
    if (removed + added > 0) changed = true;
  }
  return changed;
}
