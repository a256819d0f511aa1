import { markdownOf } from "../../web/docs/read-file.ts";
import { answerTool } from "../call-tool.ts";
import type { ToolDependencies } from "../dependencies.ts";
import type { Method, MethodCall, MethodResult } from "../protocol/offering.ts";
import { codes, invalidParams, RpcError } from "../rpc/rpc-error.ts";
import { completeTemplate } from "./complete.ts";
import { guides, listedGuides } from "./guides.ts";
import { template } from "./template.ts";

/** An hour: only a new release changes the guides. */
const lasting = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Records change at any time. */
const current = { ttlMs: 0, cacheScope: "private" } as const;

const templates = {
  resourceTemplates: [
    {
      uriTemplate: template,
      name: "record",
      title: "A record",
      description: "A record by its resource and id, such as roost://bookings/7.",
      mimeType: "application/json",
    },
  ],
};

/** The methods for the guides and for records (agent.md). */
export function resourceMethods(dependencies: ToolDependencies, baseUrl: string): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    ["resources/list", () => ({ json: JSON.stringify(listedGuides), cache: lasting })],
    ["resources/templates/list", () => ({ json: JSON.stringify(templates), cache: lasting })],
    ["resources/read", (call) => readResource(dependencies, baseUrl, call)],
    ["completion/complete", (call) => completeTemplate(dependencies, call)],
  ]);
}

async function readResource(dependencies: ToolDependencies, baseUrl: string, call: MethodCall): Promise<MethodResult> {
  const { uri } = call.params;
  if (typeof uri !== "string") throw invalidParams("Invalid params: uri is required.");
  const guide = guides.find((one) => one.uri === uri);
  if (guide) {
    const text = await markdownOf(guide.file, baseUrl);
    return { json: contents(uri, "text/markdown", text), cache: lasting };
  }
  const [, resource, id] = /^roost:\/\/([a-z_]+)\/([\w-]{1,40})$/.exec(uri) ?? [];
  if (!resource || !id || !dependencies.resources.has(resource)) throw notFound(call, uri);
  try {
    const { json } = await answerTool(dependencies, call, { name: "api_v3_get", arguments: { resource, id } });
    return { json: contents(uri, "application/json", json), cache: current };
  } catch (error) {
    const isMissing = error instanceof RpcError && error.message.includes("record not found");
    throw isMissing ? notFound(call, uri) : error;
  }
}

function contents(uri: string, mimeType: string, text: string): string {
  return JSON.stringify({ contents: [{ uri, mimeType, text }] });
}

/** Revisions with sessions have their own code. */
function notFound({ inSession }: MethodCall, uri: string): RpcError {
  const code = inSession ? codes.resourceNotFound : codes.invalidParams;
  return new RpcError(code, "Resource not found.", 200, { uri: uri.slice(0, 200) });
}
