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

/** Records per page. */
const defaultLimit = 25;
const maxLimit = 100;

const noFilter: ReadFilter = { filters: [], searchNames: [], values: new Map() };

/** `api_v3_list`: a page of a resource, read with the REST API's compiled statement. */
export const listTool: Tool = {
  name: "api_v3_list",
  title: "List records",
  description: `Lists records of a resource in one account, by ascending id unless you pass sort. meta.total_count is the total number of matches; to count, use limit 1. Each record has the most useful attributes; name others in fields. filter is an object of attributes and values: {"city": "Nice"}. An array matches any of its values, null matches empty ones. {"op": "gteq", "value": …} compares, and all conditions of a list must hold. A date on a time attribute matches that whole day. The operator matches finds part of a text. Case and accents are ignored. amenities matches any of its values, amenities_all requires all. Bookings: without a filter, or filtered by rental alone, only future bookings that are not canceled are listed. Any other filter includes past and canceled ones, so add status and dates to exclude them. meta.hidden reports records left out and how to show them.`,
  properties: (dependencies) => ({
    ...resourceProperty(dependencies),
    ids: { type: "array", items: { type: ["integer", "string"] }, description: "Only the records with these ids." },
    updated_since: { type: "string", format: "date-time", description: "Only records changed at or after this time." },
    filter: {
      type: "object",
      description: "Conditions by attribute. api_v3_resource_schema lists the attributes and their operators.",
    },
    sort: {
      type: "array",
      items: { type: "string" },
      description: 'Attributes to sort by, with - for descending: ["-start_at"]. Empty values come last.',
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
    const records = shown.fields
      ? await formatRecords(scope, resource, page.records, shown.related, isShort)
      : page.records;
    const meta = {
      total_count: page.total,
      limit,
      offset,
      ...(hidden ? { hidden: { count: hidden.count, shown_by: { filter: hidden.shownBy } } } : {}),
      ...leftOutOf(shortLinks),
      ...(isShort ? { short_form: "Long texts are cut. Name other attributes in fields, or * for all" } : {}),
    };
    return {
      json: `{"${resource.name}":[${records.join(",")}],"meta":${JSON.stringify(meta)}}`,
      rows: page.records.length,
    };
  },
};

/** Formats a page's records: adds related attributes and, in the short form, cuts long texts. */
async function formatRecords(
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

/** Reads a page and, in the same snapshot, the number of records that the list's defaults hide. */
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
  const names = [...filter.searchNames];
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
    searchNames: names,
    filters: filter.filters,
    ...(sort ? { sort } : {}),
    values,
  };
}
