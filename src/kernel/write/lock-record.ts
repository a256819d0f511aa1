import type { RawRow } from "../../database/sql/transaction.ts";
import type { Caller } from "../access/caller.ts";
import type { Attribute } from "../attribute.ts";
import { forbidden, notFound } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { liveCondition } from "../read/columns.ts";
import { accountCondition, parameterTypes } from "../read/filter/conditions.ts";
import { bind, numberParameters } from "../read/parameters.ts";
import { versionColumn } from "../read/version.ts";
import { viewOf } from "../read/view.ts";
import { ownRows, visibilityCondition } from "../read/visible/visibility.ts";
import { type Resource, writtenRelations } from "../resource.ts";
import type { WriteContext } from "./context.ts";

/**
 * Locks a record for a change and returns its stored values by attribute.
 * @throws RequestError 404 for a record that the caller cannot see, 403 for one that it sees but may not change
 */
export async function lockRecord(
  context: WriteContext,
  resource: Resource,
  id: RecordId,
): Promise<ReadonlyMap<Attribute<unknown>, unknown>> {
  const fields = storedFields(resource);
  const live = resource.deletion?.singleRead === "hidden" ? liveCondition(resource) : undefined;
  const columns = [changeableCondition(resource, context.caller), ...fields.map(([column]) => column)];
  const [isChangeable, ...row] = await lockOwn(context, resource, id, { live, columns });
  if (isChangeable !== "t") throw forbidden(resource.changeable?.reason ?? "This record cannot be changed.");
  const stored = new Map<Attribute<unknown>, unknown>();
  for (const [index, [, attribute]] of fields.entries()) {
    const text = row[index] ?? null;
    stored.set(attribute, text === null ? null : attribute.type.fromDatabase(text));
  }
  return stored;
}

/**
 * Locks a parent for a creation. The lock also blocks deletion, an update that a key share lock would allow.
 * @throws RequestError 404 for a record that has ended or is not visible, 403 for one that the caller sees but does not own
 */
export async function lockVisible(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
  await lockOwn(context, resource, id, { live: liveCondition(resource), columns: [] });
}

/**
 * Locks the record that a request writes, and refuses the write if the record has changed. The kernel calls it; a `prepare` that changes the
 * record itself calls it first.
 * @throws RequestError 404 or 403 as `lockRecord` does, 412 for a changed record
 */
export async function assertUnchanged(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
  const { precondition } = context;
  if (!precondition || precondition.holds) return;
  const live = resource.deletion?.singleRead === "hidden" ? liveCondition(resource) : undefined;
  const version = versionColumn(resource);
  if (version === undefined) throw new Error(`${resource.name} has no version.`);
  const [stored] = await lockOwn(context, resource, id, { live, columns: [version] });
  precondition.assert(resource, id, stored ?? "");
}

interface LockOptions {
  /** SQL condition for a live record; absent where an ended one is acceptable. */
  readonly live: string | undefined;
  /** SQL expressions to read. */
  readonly columns: readonly string[];
}

/** Locks a record that the caller sees and owns, and reads columns of it. @throws RequestError 404, 403 */
async function lockOwn(
  { transaction, account, caller }: WriteContext,
  resource: Resource,
  id: RecordId,
  { live, columns }: LockOptions,
): Promise<RawRow> {
  const view = viewOf(resource, caller.scopes, undefined);
  const isOwn = view.others === undefined ? "true" : `(${ownRows(resource, caller.scopes)})`;
  const conditions = [
    accountCondition(resource, true),
    `${resource.table}.id = any(:ids)`,
    resource.always,
    visibilityCondition(resource, view, caller.scopes),
    live,
  ];
  const sql =
    `select ${[isOwn, ...columns].join(", ")} from ${resource.table}` +
    ` where ${conditions.filter((condition) => condition !== undefined).join(" and ")} for no key update`;
  const statement = numberParameters(sql, parameterTypes(resource, true));
  const values = new Map<string, unknown>([
    ["account", account.id],
    ["application", caller.application],
    ["of_account", caller.ofAccount ?? false],
    ["user", caller.user],
    ["ids", `{${id}}`],
  ]);
  const [row] = await transaction.read({ text: statement.text }, bind(statement, values));
  if (!row) throw notFound();
  const [own, ...rest] = row;
  if (own !== "t") throw forbidden(`This ${resource.singular} was created by another application.`);
  return rest;
}

/** SQL: the caller may change the row (see `Changeable`). */
function changeableCondition({ changeable }: Resource, { scopes }: Caller): string {
  if (!changeable) return "true";
  const { rows, narrows } = changeable;
  if (narrows && (!scopes.has(narrows.scope) || scopes.has(narrows.unless))) return "true";
  return `(${rows})`;
}

/** The columns of writable attributes. */
function storedFields(resource: Resource): [string, Attribute<unknown>][] {
  const fields: [string, Attribute<unknown>][] = [];
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const { writable, persisted, readers } = attribute.traits;
    if (writable && (persisted || readers !== "nobody")) fields.push([`${resource.table}.${name}`, attribute]);
  }
  for (const { relation, key } of writtenRelations(resource)) {
    if (relation.kind === "one" && relation.written && !relation.traits.planned) {
      fields.push([relation.expression ?? `${resource.table}.${key}_id`, relation.written.attribute]);
    }
  }
  return fields;
}
