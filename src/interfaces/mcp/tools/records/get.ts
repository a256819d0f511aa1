import { readRecords } from "../../../../kernel/read/read.ts";
import { ShortLinks } from "../../../../kernel/read/short-links.ts";
import { prepareReads } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import { fieldsProperty, resourceProperty, type Tool } from "../tool.ts";
import { leftOutOf, maxLinks } from "./left-out.ts";
import { readContextOf } from "./records.ts";
import { withRelated } from "./related.ts";

/** `api_v3_get`: reads one record with the REST API's compiled statement. */
export const getTool: Tool = {
  name: "api_v3_get",
  title: "Get a record",
  description: "Reads one record by its id. The result is an array with that record.",
  properties: (dependencies) => ({
    ...resourceProperty(dependencies),
    id: {
      type: ["integer", "string"],
      description: "The record's id: a number, or a UUID for resources that use UUIDs.",
    },
    ...fieldsProperty,
  }),
  required: ["resource", "id"],
  async run(call) {
    const { dependencies, args } = call;
    const agentResource = args.resource(dependencies.resources);
    const { resource } = agentResource;
    if (!agentResource.gets) throw invalidParams(`Invalid params: ${resource.name} have no ids. Use api_v3_list.`);
    const scope = readContextOf(call);
    const { fields, related } = args.fields(agentResource, dependencies.resources);
    const shortLinks = new ShortLinks(maxLinks);
    const query = { fields, includes: {}, ...(fields ? {} : { shortLinks }) };
    await prepareReads(scope, resource);
    const texts = await readRecords(scope, resource, [args.id(agentResource)], query);
    // The message must not reveal whether another account has the record.
    if (texts.length === 0) throw invalidParams("Invalid params: record not found in this account.");
    const shown = await withRelated(scope, resource, texts.map(objectIn), related);
    const records = related.size === 0 ? texts : shown.map((record) => JSON.stringify(record));
    const leftOut = leftOutOf(shortLinks);
    const meta = leftOut ? `,"meta":${JSON.stringify(leftOut)}` : "";
    return { json: `{"${resource.name}":[${records.join(",")}]${meta}}`, rows: records.length };
  },
};
