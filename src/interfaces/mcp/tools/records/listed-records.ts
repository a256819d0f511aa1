import { readFilter } from "../../../../kernel/read/filter/filter-query.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import type { ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import type { ToolDependencies } from "../../dependencies.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Shown } from "./records.ts";
import { withRelated } from "./related.ts";
import { linksOf, type Related } from "./related-fields.ts";

/** A list query of a question tool. */
export interface Listed {
  readonly resource: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
  readonly related?: Related;
  /** An attribute, with `-` for descending. */
  readonly sort: string;
  readonly limit: number;
  readonly offset?: number;
}

/** Lists records as `api_v3_list` does, with the total count. */
export async function listRecords(
  scope: ReadScope,
  { resources }: ToolDependencies,
  { resource: name, filter, fields, related = new Map(), sort, limit, offset = 0 }: Listed,
): Promise<{ readonly records: readonly Shown[]; readonly total: number }> {
  const agentResource = resources.get(name);
  if (!agentResource) throw invalidParams(`Invalid params: the token's role cannot read ${name}.`);
  const read = readFilter(agentResource.resource, agentResource, filter);
  const { records, total } = await readPage(scope, agentResource.resource, {
    fields: new Set([...fields, ...linksOf(related)]),
    includes: {},
    searchNames: read.searchNames,
    filters: read.filters,
    sort: [{ key: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") }],
    values: new Map<string, unknown>([...read.values, ["limit", limit], ["offset", offset]]),
  });
  return { records: await withRelated(scope, agentResource.resource, records.map(objectIn), related), total };
}
