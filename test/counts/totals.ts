import { resources } from "../../src/app/registry.ts";
import { compileQuery } from "../../src/kernel/read/compile-query.ts";
import { bind } from "../../src/kernel/read/parameters.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { ScopedConnection } from "../harness/scoped-connection.ts";
import { fullScopes } from "../harness/service.ts";

const registry = new ResourceRegistry(resources);
const scopes = new Set(fullScopes);

/** A list that is asked for: a resource, its parameters, and of which accounts. */
export interface Asked {
  readonly resource: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly accounts: readonly number[];
  /** Whether the account's own people ask; otherwise an application does. */
  readonly ofAccount?: boolean;
}

/** The number that a list tells, and how many rows there are without the list's defaults. */
interface Told {
  readonly total: number;
  readonly withHidden: number | undefined;
}

/** What a list tells by the counts that are kept, and what it would tell by counting; both in the snapshot of the transaction. */
export async function toldAndCounted(client: ScopedConnection, asked: Asked): Promise<{ told: Told; counted: Told }> {
  const resource = registry.get(asked.resource);
  return {
    told: await tell(client, asked, resource),
    counted: await tell(client, asked, { ...resource, counted: undefined }),
  };
}

async function tell(client: ScopedConnection, asked: Asked, resource: QueryKey["resource"]): Promise<Told> {
  const { parameters = {}, accounts, ofAccount = false } = asked;
  const compiled = compileQuery(registry, {
    resource,
    scopes,
    oneAccount: accounts.length === 1,
    publishedOnly: false,
    fields: new Set(["id"]),
    embedded: [],
    kind: "list",
    given: Object.keys(resource.search).filter((name) => name in parameters),
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
  const run = async (statement: typeof compiled.statement): Promise<unknown[] | undefined> =>
    (await client.arrays(statement.text, bind(statement, values)))[0];
  const row = await run(compiled.statement);
  const hidden = compiled.hiding && (await run(compiled.hiding.statement));
  return {
    total: row ? compiled.total(row.map((value) => (value === null ? null : String(value)))) : 0,
    withHidden: hidden && Number(hidden[0]),
  };
}
