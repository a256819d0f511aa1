import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { AgentResource } from "../../../../kernel/agent-schema.ts";
import { type ReadFilter, readFilter } from "../../../../kernel/read/filter/filter-query.ts";
import type { PageQuery } from "../../../../kernel/read/query.ts";
import { countHidden, type Hidden, hasDefaults, type Page, readPage } from "../../../../kernel/read/read.ts";
import { ShortLinks } from "../../../../kernel/read/short-links.ts";
import type { Fields } from "../../../../kernel/read/view.ts";
import { inSnapshot, prepareReads, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import type { Arguments } from "../arguments.ts";
import { fieldsProperty, resourceProperty, type Tool } from "../tool.ts";
import { cutTexts, inOneLanguage, withBriefDetails } from "./brief.ts";
import { leftOutOf, maxLinks } from "./left-out.ts";
import { readContextOf } from "./records.ts";
import { withRelated } from "./related.ts";
import type { Related } from "./related-fields.ts";
import { shortForm } from "./short-forms.ts";

/** How many records a page has by default, and at most. */
const defaultLimit = 25;
const maxLimit = 100;

const noFilter: ReadFilter = { filters: [], given: [], values: new Map() };

/** `api_v3_list`: a page of a resource, by the same compiled statement as the list of the REST API. */
export const listTool: Tool = {
  name: "api_v3_list",
  title: "List records",
  description: `Lists records of a resource in one account, by ascending id unless sort says otherwise. meta.total_count says how many there are in all: to count, ask with limit 1. Each record has the attributes that most questions need; fields names others. filter is an object of attribute and value: {"city": "Nice"}, several values for any of them, null, or {"op": "gteq", "value": …} or a list of those, all of which must hold. A date on a time attribute is that whole day. matches finds a part of a text. Capitals and accents do not count. amenities means any of them, amenities_all all. Without a filter, or by rental alone, bookings are the future ones that are not canceled; any other filter reaches past and canceled ones too, so name status and dates when you mean only some. meta.hidden says when something was left out, and what shows it.`,
  properties: (dependencies) => ({
    ...resourceProperty(dependencies),
    ids: { type: "array", items: { type: ["integer", "string"] }, description: "Only the records with these ids." },
    updated_since: { type: "string", format: "date-time", description: "Only records changed at or after this time." },
    filter: {
      type: "object",
      description: "Conditions by attribute; api_v3_resource_schema tells the attributes and their operators.",
    },
    sort: {
      type: "array",
      items: { type: "string" },
      description: 'Attributes to sort by, with - for descending: ["-start_at"]. Unknown values come last.',
    },
    limit: { type: "integer", minimum: 1, default: defaultLimit, description: `At most ${maxLimit}.` },
    offset: { type: "integer", minimum: 0, default: 0 },
    ...fieldsProperty,
  }),
  required: ["resource"],
  async run(call) {
    const { dependencies, args } = call;
    const agentResource = args.resource(dependencies.resources);
    const { resource } = agentResource;
    const scope = readContextOf(call);
    const limit = Math.min(args.integer("limit", defaultLimit, 1), maxLimit);
    const offset = args.integer("offset", 0, 0);
    const shortLinks = new ShortLinks(maxLinks);
    const isShort = args.get("fields") === undefined;
    const shown = args.fields(
      agentResource,
      dependencies.resources,
      isShort ? shortForm(agentResource, dependencies.resources) : undefined,
    );
    const base = queryOf(args, agentResource, shown.fields, { limit, offset });
    const query = base.fields ? base : { ...base, shortLinks };
    await prepareReads(scope, resource);
    const { page, hidden } = await read(scope, resource, query);
    const records = shown.fields ? await formed(scope, resource, page.records, shown.related, isShort) : page.records;
    const meta = {
      total_count: page.total,
      limit,
      offset,
      ...(hidden ? { hidden: { count: hidden.count, shown_by: { filter: hidden.shownBy } } } : {}),
      ...leftOutOf(shortLinks),
      ...(isShort ? { short_form: "fields names other attributes, or * for all; long texts are cut" } : {}),
    };
    return {
      json: `{"${resource.name}":[${records.join(",")}],"meta":${JSON.stringify(meta)}}`,
      rows: page.records.length,
    };
  },
};

/** The records of a page as they are answered: with what is shown of related ones, and in short. */
async function formed(
  scope: ReadScope,
  resource: Resource,
  texts: readonly string[],
  related: Related,
  isShort: boolean,
): Promise<string[]> {
  const records = await withRelated(scope, resource, texts.map(objectIn).map(withBriefDetails), related);
  return (isShort ? cutTexts(records.map((record) => inOneLanguage(resource, record))) : records).map((record) =>
    JSON.stringify(record),
  );
}

/** A page, and what the defaults of the list leave out of all its pages, of one moment. */
async function read(
  scope: ReadScope<AccountScope>,
  resource: Resource,
  query: PageQuery,
): Promise<{ page: Page; hidden: Hidden | undefined }> {
  if (!hasDefaults(scope, resource, query)) return { page: await readPage(scope, resource, query), hidden: undefined };
  return inSnapshot(scope, async (snapshot) => {
    const page = await readPage(snapshot, resource, query);
    return { page, hidden: await countHidden(snapshot, resource, query, page.total) };
  });
}

function queryOf(
  args: Arguments,
  agentResource: AgentResource,
  fields: Fields,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): PageQuery {
  const input = args.get("filter");
  const filter = input === undefined ? noFilter : readFilter(agentResource.resource, agentResource, input);
  const values = new Map<string, unknown>([...filter.values, ["limit", limit], ["offset", offset]]);
  const names = [...filter.given];
  const since = args.time("updated_since");
  if (since !== undefined) {
    values.set("updated_since", since);
    names.push("updated_since");
  }
  const ids = args.ids(agentResource);
  if (ids !== undefined) {
    values.set("ids", ids);
    names.push("ids");
  }
  const sort = args.sort(agentResource);
  return {
    fields,
    includes: {},
    given: names,
    filters: filter.filters,
    ...(sort ? { sort } : {}),
    values,
  };
}
