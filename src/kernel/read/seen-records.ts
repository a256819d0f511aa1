import type { Transaction } from "../../database/transaction.ts";
import type { Caller } from "../caller.ts";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import type { Scope } from "../scopes.ts";
import { accountCondition, parameterTypes } from "./conditions.ts";
import { bind, numberParameters } from "./parameters.ts";
import { viewOf } from "./view.ts";
import { endedCondition, visibilityCondition } from "./visibility.ts";

/** Whether a token with these scopes sees every record of a resource that it may read. */
export function seesEveryRecord(resource: Resource, scopes: ReadonlySet<Scope>): boolean {
  return resource.visible === undefined && viewOf(resource, scopes, undefined).others === undefined;
}

/** Which of some records a caller with one account sees, or saw until they ended; as texts. */
export async function readSeenIds(
  transaction: Transaction,
  caller: Caller,
  resource: Resource,
  ids: readonly RecordId[],
): Promise<ReadonlySet<string>> {
  const view = viewOf(resource, caller.scopes, undefined);
  const seen = [visibilityCondition, endedCondition].map((condition) => condition(resource, view, caller.scopes));
  const conditions = [accountCondition(resource, true), `${resource.table}.id = any(:ids)`, resource.always ?? "true"];
  if (seen.every((condition) => condition !== undefined)) conditions.push(`(${seen.join(" or ")})`);
  const sql = `select ${resource.table}.id from ${resource.table} where ${conditions.join(" and ")}`;
  const statement = numberParameters(sql, parameterTypes(resource));
  const values = new Map<string, unknown>([
    ["account", caller.accounts[0]],
    ["application", caller.application],
    ["of_account", caller.ofAccount ?? false],
    ["ids", `{${ids.join(",")}}`],
  ]);
  const rows = await transaction.read({ text: statement.text }, bind(statement, values));
  return new Set(rows.flatMap(([id]) => id ?? []));
}
