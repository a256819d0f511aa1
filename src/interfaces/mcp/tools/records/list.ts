import type { AgentResource } from "../../../../kernel/agent-schema.ts";
import { type ReadFilter, readFilter } from "../../../../kernel/read/filter/filter-query.ts";
import type { PageQuery } from "../../../../kernel/read/query.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import { ShortLinks } from "../../../../kernel/read/short-links.ts";
import type { Fields } from "../../../../kernel/read/view.ts";
import { prepareReads, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import type { Arguments } from "../arguments.ts";
import { recordsAnswer } from "../output-schema.ts";
import { fieldsProperty, resourceProperty, type Tool } from "../tool.ts";
import { cutTexts, hasDetails, inOneLanguage, shortFormNote, withBriefDetails } from "./brief.ts";
import { leftOutOf, maxLinks } from "./left-out.ts";
import { readContextOf } from "./records.ts";
import { withRelated } from "./related.ts";
import type { Related } from "./related-fields.ts";
import { shortForm } from "./short-forms.ts";
import { similarFilter } from "./similar.ts";

/** Records per page. */
const defaultLimit = 25;
const maxLimit = 100;

const noFilter: ReadFilter = { filters: [], searchNames: [], values: new Map() };

/** `api_v3_list`: a page of a resource, read with the REST API's compiled statement. */
export const listTool: Tool = {
  name: "api_v3_list",
  title: "List records",
  description: `Lists records of a resource in a short form. meta.total_count counts all matches. filter is an object of attributes and values: {"city": "Nice"}. An array matches any of its values; null matches empty values. {"op": "gteq", "value": …} compares; all conditions of a list must hold. A date compared with a time matches the whole day. matches finds part of a text. Case and accents are ignored. amenities_all requires all its values. Bookings without a filter, or by rental alone: only future ones that are not canceled. Any other filter includes past and canceled ones, so add status and dates. meta.hidden and meta.similar show what is left out.`,
  properties: {
    ...resourceProperty,
    ids: { type: "array", items: { type: ["integer", "string"] } },
    updated_since: { type: "string", format: "date-time", description: "Changed since then." },
    filter: {
      type: "object",
      description: "Conditions by attribute, as api_v3_resource_schema lists them.",
    },
    sort: {
      type: "array",
      items: { type: "string" },
      description: 'Attributes, with - for descending: ["-start_at"].',
    },
    limit: { type: "integer", minimum: 1, default: defaultLimit, description: `At most ${maxLimit}.` },
    offset: { type: "integer", minimum: 0, default: 0 },
    ...fieldsProperty,
  },
  required: ["resource"],
  answer: recordsAnswer,
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
    const filter = args.get("filter");
    const base = queryOf(args, agentResource, shown.fields, { filter, limit, offset });
    const query = base.fields ? base : { ...base, shortLinks };
    await prepareReads(scope, resource);
    const page = await readPage(scope, resource, query);
    const likely = page.total === 0 ? similarFilter(agentResource, filter) : undefined;
    const similar = likely && {
      count: (
        await readPage(
          scope,
          resource,
          queryOf(args, agentResource, undefined, { filter: likely, limit: 1, offset: 0 }),
        )
      ).total,
      shown_by: { filter: likely },
    };
    const isPlain = !shown.fields || (!isShort && shown.related.size === 0 && !page.records.some(hasDetails));
    const records = isPlain ? page.records : await formatRecords(scope, resource, page.records, shown.related, isShort);
    const meta = {
      total_count: page.total,
      limit,
      offset,
      ...(page.hidden ? { hidden: { count: page.hidden.count, shown_by: { filter: page.hidden.shownBy } } } : {}),
      ...(similar && similar.count > 0 ? { similar } : {}),
      ...leftOutOf(shortLinks),
      ...(isShort ? { short_form: shortFormNote } : {}),
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

function queryOf(
  args: Arguments,
  agentResource: AgentResource,
  fields: Fields,
  { filter: input, limit, offset }: { readonly filter: unknown; readonly limit: number; readonly offset: number },
): PageQuery {
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
    countsHidden: true,
    values,
  };
}
