import { codes, RpcError } from "../../../src/interfaces/mcp/rpc/rpc-error.ts";
import { complete } from "./tool.ts";
import { pixel } from "./tools.ts";

/** The resources that the conformance suite expects. */
export const testResources = [
  { uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "An image.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", description: "A watched text.", mimeType: "text/plain" },
];

export const testTemplates = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "Data by id.",
    mimeType: "application/json",
  },
];

/** Reads a test resource. @throws RpcError -32602 for an unknown one */
export function readTestResource(uri: string) {
  const found = testResources.find((resource) => resource.uri === uri);
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return complete({ contents: [{ uri, mimeType: "application/json", text }] });
  }
  if (!found) throw new RpcError(codes.invalidParams, "Resource not found.", 200, { uri });
  const content =
    found.mimeType === "image/png" ? { blob: pixel } : { text: "This is the content of the static text resource." };
  return complete({ contents: [{ uri, mimeType: found.mimeType, ...content }] });
}
