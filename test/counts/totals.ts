import { resources } from "../../src/app/registry.ts";
import { compileQuery } from "../../src/kernel/read/compile-query.ts";
import { bind } from "../../src/kernel/read/parameters.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { ScopedConnection } from "../harness/scoped-connection.ts";
import { fullScopes } from "../harness/service.ts";

const registry = new ResourceRegistry(resources);
const scopes = new Set(fullScopes);

/** A list query: a resource, its parameters and its accounts. */
export interface ListQuery {
  readonly resource: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly accounts: readonly number[];
  /** True for the account's own people; false for an application. */
  readonly ofAccount?: boolean;
}

/** A list's reported total, and its total without default filters. */
interface Totals {
  readonly total: number;
  readonly withHidden: number | undefined;
}

/** A list's totals from stored counts and from count(*), in the transaction's snapshot. */
export async function storedAndCounted(
  client: ScopedConnection,
  query: ListQuery,
): Promise<{ stored: Totals; counted: Totals }> {
  const resource = registry.get(query.resource);
  return {
    stored: await totalsOf(client, query, resource),
    counted: await totalsOf(client, query, { ...resource, counted: undefined }),
  };
}

async function totalsOf(client: ScopedConnection, query: ListQuery, resource: QueryKey["resource"]): Promise<Totals> {
  const { parameters = {}, accounts, ofAccount = false } = query;
  const compiled = compileQuery(registry, {
    resource,
    scopes,
    oneAccount: accounts.length === 1,
    publishedOnly: false,
    fields: new Set(["id"]),
    embedded: [],
    kind: "list",
    countsHidden: true,
    searchNames: Object.keys(resource.search).filter((name) => name in parameters),
  });
  const values = new Map<string, unknown>([
    ["account", accounts[0]],
    ["accounts", `{${accounts}}`],
    ["application", 1],
    ["of_account", ofAccount],
    ["limit", 1],
    ["offset", 0],
    ...Object.entries(parameters),
  ]);
  const { counting } = compiled;
  if (!counting) throw new Error(`The list of ${resource.name} has no total.`);
  const [row = []] = await client.arrays(counting.text, bind(counting, values));
  return { total: Number(row[0]), withHidden: compiled.shownBy && Number(row[1]) };
}
