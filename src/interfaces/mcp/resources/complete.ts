import { isObject } from "../../../kernel/values/structure.ts";
import { answerTool } from "../call-tool.ts";
import type { ToolDependencies } from "../dependencies.ts";
import type { MethodCall, MethodResult } from "../protocol/offering.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import { template } from "./template.ts";

/** Values of one completion (MCP, Completion). */
const maxValues = 100;

/** Completes an argument of the records' template: a resource's name, or the id of one of its latest records. */
export async function completeTemplate(dependencies: ToolDependencies, call: MethodCall): Promise<MethodResult> {
  const { ref, argument, context } = call.params;
  if (!isObject(ref) || ref.uri !== template)
    throw invalidParams(`Invalid params: ref must be the resource template ${template}.`);
  if (!isObject(argument) || typeof argument.value !== "string")
    throw invalidParams("Invalid params: argument requires name and value.");
  const { name, value } = argument;
  const chosen = isObject(context) && isObject(context.arguments) ? context.arguments.resource : undefined;
  if (name !== "resource" && name !== "id") throw invalidParams("Invalid params: argument must be resource or id.");
  const all = name === "resource" ? [...dependencies.resources.keys()] : await latestIds(dependencies, call, chosen);
  const values = all.filter((text) => text.startsWith(value));
  const shown = values.slice(0, maxValues);
  const completion = { values: shown, total: values.length, hasMore: values.length > shown.length };
  return { json: JSON.stringify({ completion }) };
}

async function latestIds(dependencies: ToolDependencies, call: MethodCall, resource: unknown): Promise<string[]> {
  if (typeof resource !== "string" || !dependencies.resources.get(resource)?.gets) return [];
  const query = { resource, fields: ["id"], sort: ["-id"], limit: maxValues };
  const { json } = await answerTool(dependencies, call, { name: "api_v3_list", arguments: query });
  const answer: unknown = JSON.parse(json);
  const records: unknown = isObject(answer) ? answer[resource] : undefined;
  return Array.isArray(records) ? records.flatMap((record) => (isObject(record) ? [String(record.id)] : [])) : [];
}
