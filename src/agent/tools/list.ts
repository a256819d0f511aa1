import { readFilter, type ReadFilter } from "../../kernel/read/filter-query.ts";
import type { PageQuery } from "../../kernel/read/query.ts";
import { readPage } from "../../kernel/read/read.ts";
import type { AgentResource } from "../../kernel/agent-schema.ts";
import { needAccount } from "../active-account.ts";
import { agentCaller } from "../caller.ts";
import type { Arguments } from "./arguments.ts";
import { fieldsProperty, resourceProperty, type Tool } from "./tool.ts";

/** How many records a page has unless told, and at most. */
const ordinaryLimit = 25;
const largestLimit = 100;

const noFilter: ReadFilter = { filters: [], given: [], values: new Map() };

/** `api_v3_list`: a page of a resource, by the same compiled statement as the list of the REST API. */
export const listTool: Tool = {
  name: "api_v3_list",
  title: "List records",
  description: `Lists records of a resource in one account, by ascending id. meta.total_count says how many there are in all: to count, ask with limit 1. Without a filter it is the list of the REST API, which for bookings are the future ones that are not canceled; a filter on their dates or status reaches the others. filter is an object of attribute and value: {"city": "Nice"}, several values for any of them, null, or {"op": "gteq", "value": …} or a list of those, all of which must hold. matches finds a part of a text.`,
  properties: (parts) => ({
    ...resourceProperty(parts),
    ids: { type: "array", items: { type: ["integer", "string"] }, description: "Only the records with these ids." },
    updated_since: { type: "string", format: "date-time", description: "Only records changed at or after this time." },
    filter: {
      type: "object",
      description: "Conditions by attribute; api_v3_resource_schema tells the attributes and their operators.",
    },
    limit: { type: "integer", minimum: 1, default: ordinaryLimit, description: `At most ${largestLimit}.` },
    offset: { type: "integer", minimum: 0, default: 0 },
    ...fieldsProperty,
  }),
  required: ["resource"],
  async run({ parts, grant, account, given }) {
    const known = given.resource(parts.resources);
    const caller = agentCaller(needAccount(account, grant));
    const limit = Math.min(given.integer("limit", ordinaryLimit, 1), largestLimit);
    const offset = given.integer("offset", 0, 0);
    const query = queryOf(given, known, limit, offset);
    const scope = parts.database.within(caller.accounts);
    const { records, total } = await readPage(scope, parts.plans, known.resource, caller, query);
    const meta = JSON.stringify({ total_count: total, limit, offset });
    return { json: `{"${known.resource.name}":[${records.join(",")}],"meta":${meta}}`, rows: records.length };
  },
};

function queryOf(given: Arguments, known: AgentResource, limit: number, offset: number): PageQuery {
  const asked = given.get("filter");
  const filter = asked === undefined ? noFilter : readFilter(known.resource, known, asked);
  const values = new Map<string, unknown>([...filter.values, ["limit", limit], ["offset", offset]]);
  const names = [...filter.given];
  const since = given.time("updated_since");
  if (since !== undefined) {
    values.set("updated_since", since);
    names.push("updated_since");
  }
  const ids = given.ids(known);
  if (ids !== undefined) {
    values.set("ids", ids);
    names.push("ids");
  }
  return { fields: given.fields(known), includes: {}, given: names, filters: filter.filters, values };
}
