import type { Scope } from "../access/scopes.ts";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { parameterTypes } from "./filter/conditions.ts";
import { bind, numberParameters } from "./parameters.ts";
import { type View, viewOf } from "./view.ts";
import type { ReadScope } from "./visible/read-scope.ts";
import { ownRows, visibilityCondition } from "./visible/visibility.ts";

/** A change whose record may or may not be visible to a caller. */
export interface RecordChange {
  readonly id: number;
  readonly account: number;
  readonly recordId: RecordId;
}

/** A caller's view of a record before and after a change. */
export interface ChangeVisibility {
  readonly before: boolean;
  readonly after: boolean;
  /** After the change the record is the caller's own, so more of it is shown. */
  readonly isOwn: boolean;
  /** Its personal data is hidden from the caller. */
  readonly isRestricted: boolean;
}

/** Whether the caller sees all records of a resource alike, so that no record needs a lookup. */
export function seesAll(resource: Resource, { others, rows }: View, ofAccount: boolean): boolean {
  const hidesPersons = resource.personalData?.restricted !== undefined && !ofAccount;
  return others === undefined && rows === undefined && resource.visible === undefined && !hidesPersons;
}

/**
 * A caller's view of records before and after changes, by change id. The earlier row is the current one with later changes undone. Records
 * without a row are skipped.
 */
export async function readChangeVisibility(
  { database, caller }: ReadScope,
  resource: Resource,
  changes: readonly RecordChange[],
): Promise<Map<number, ChangeVisibility>> {
  const { account: accountOf, ...conditions } = conditionsOf(resource, caller.scopes);
  const oneAccount = caller.accounts.length === 1;
  const statement = numberParameters(visibilitySql(resource, accountOf, conditions), typesOf(resource, oneAccount));
  const values = new Map<string, unknown>([
    ["told_accounts", `{${changes.map(({ account }) => account).join(",")}}`],
    ["told", `{${changes.map(({ id }) => id).join(",")}}`],
    ["told_records", `{${changes.map(({ recordId }) => recordId).join(",")}}`],
    ["told_resource", resource.name],
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ["application", caller.application],
    ["of_account", caller.ofAccount === true],
    ["user", caller.user],
  ]);
  const rows = await database.read({ text: statement.text }, bind(statement, values));
  return new Map(
    rows.map(([id, before, after, isOwn, isRestricted]) => [
      Number(id),
      { before: before === "t", after: after === "t", isOwn: isOwn === "t", isRestricted: isRestricted === "t" },
    ]),
  );
}

const typesOf = (resource: Resource, oneAccount: boolean): ReadonlyMap<string, string> =>
  new Map([
    ...parameterTypes(resource, oneAccount),
    ["told", "bigint[]"],
    ["told_accounts", "bigint[]"],
    ["told_records", "text[]"],
    ["told_resource", "text"],
  ]);

interface Conditions {
  readonly seen: string;
  readonly own: string;
  readonly restricted: string;
}

function conditionsOf(resource: Resource, scopes: ReadonlySet<Scope>): Conditions & { readonly account: string } {
  const view = viewOf(resource, scopes, undefined);
  const restricted = resource.personalData?.restricted;
  return {
    account: resource.tenancy === "itself" ? "id" : "account_id",
    seen: visibilityCondition(resource, view, scopes) ?? "true",
    own: view.others === undefined ? "true" : ownRows(resource, scopes),
    restricted: restricted === undefined ? "false" : `not :of_account and (${restricted})`,
  };
}

/** The reconstructed row is aliased as its table, so that the declarations' conditions apply to it. */
function visibilitySql({ table, key }: Resource, account: string, { seen, own, restricted }: Conditions): string {
  const undone = (compares: string): string =>
    `coalesce((select jsonb_object_agg(name, value) from (
      select distinct on (name) name, pair -> 0 as value
      from changes as undone cross join lateral jsonb_each(undone.changes) as attributes (name, pair)
      where undone.account_id = :account_of(told) and undone.resource = :told_resource and undone.record_id = told.record and undone.id ${compares} told.id
      order by name, undone.id
    ) as first_values), '{}')`;
  const asItWas = (overlay: string): string => `from jsonb_populate_record(stored, ${overlay}) as ${table}`;
  return `select told.id, (select (${seen}) ${asItWas("told.before_it")}), (select (${seen}) ${asItWas("told.after_it")}),
      (select (${own}) ${asItWas("told.after_it")}), (select (${restricted}) ${asItWas("told.after_it")})
    from (
      select told.*, ${undone(">=")} as before_it, ${undone(">")} as after_it
      from unnest(:told, :told_accounts, :told_records) as told (id, account_id, record) where told.account_id = any (:accounts)
    ) as told
    join ${table} as stored on stored.${account} = :account_of(told) and stored.id = told.record::${key.sqlType}`;
}
