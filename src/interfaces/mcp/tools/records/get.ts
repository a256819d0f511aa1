import { readRecords } from "../../../../kernel/read/read.ts";
import { ShortLinks } from "../../../../kernel/read/short-links.ts";
import { prepareReads } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import { maxAnswerLength } from "../fit.ts";
import { recordsAnswer } from "../output-schema.ts";
import { fieldsProperty, resourceProperty, type Tool } from "../tool.ts";
import { cutTexts, inOneLanguage, shortFormNote, withBriefDetails } from "./brief.ts";
import { leftOutOf, maxLinks } from "./left-out.ts";
import { readContextOf } from "./records.ts";
import { withRelated } from "./related.ts";

/** `api_v3_get`: reads one record with the REST API's compiled statement. */
export const getTool: Tool = {
  name: "api_v3_get",
  title: "Get a record",
  description: "Reads one record by its id. The result is an array with that record.",
  properties: {
    ...resourceProperty,
    id: {
      type: ["integer", "string"],
      description: "The record's id: a number or a UUID.",
    },
    ...fieldsProperty,
  },
  required: ["resource", "id"],
  answer: recordsAnswer,
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
    const whole = related.size === 0 ? texts : shown.map((record) => JSON.stringify(record));
    const isLong = args.get("fields") === undefined && whole.join().length > maxAnswerLength;
    const cut = cutTexts(shown.map((record) => inOneLanguage(resource, withBriefDetails(record))));
    const records = isLong ? cut.map((record) => JSON.stringify(record)) : whole;
    const parts = { ...leftOutOf(shortLinks), ...(isLong ? { short_form: shortFormNote } : {}) };
    const meta = Object.keys(parts).length > 0 ? `,"meta":${JSON.stringify(parts)}` : "";
    return { json: `{"${resource.name}":[${records.join(",")}]${meta}}`, rows: records.length };
  },
};
