import { liveCondition } from "../../read/columns.ts";
import type { ResourceRegistry } from "../../registry.ts";
import type { Resource } from "../../resource.ts";

/**
 * SQL that selects the currencies of a record's amounts; undefined for a resource without any.
 * @param id SQL of the record's id
 * @param account SQL of the account's id
 */
export function currenciesSql(
  registry: ResourceRegistry,
  { table, currency: source }: Resource,
  id: string,
  account: string,
): string | undefined {
  const select = (column: string, from: string, key: string): string =>
    `select ${from}.${column} from ${from} where ${from}.account_id = ${account} and ${from}.${key} = ${id}`;
  if (source?.kind === "own") return select("currency", table, "id");
  if (source?.kind === "parent")
    return currenciesSql(registry, registry.get(source.resource), `(${select(source.column, table, "id")})`, account);
  if (source?.kind === "children") {
    const children = registry.get(source.resource);
    return `${select("currency", children.table, source.column)} and ${liveCondition(children) ?? "true"}`;
  }
  return undefined;
}
