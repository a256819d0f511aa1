import type { FastifyInstance } from "fastify";
import { badRequest, invalid } from "../../../kernel/errors.ts";
import { type JsonExcess, jsonExcess } from "./json-bounds.ts";
import { utf8Text } from "./utf8-body.ts";

/**
 * Parses a JSON body; undefined when it is empty. Ignores a byte order mark. The last of several equal names counts.
 * @throws RequestError 400 for invalid JSON, 422 above the bounds; UnreadableBody when it is not UTF-8
 */
export function parseJson(bytes: Buffer): unknown {
  const text = utf8Text(bytes).replace(/^\ufeff/, "");
  if (text.trim() === "") return undefined;
  const excess = jsonExcess(bytes);
  if (excess) throw refusal(excess);
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (error) {
    throw badRequest(
      `The body is not valid JSON: ${error instanceof Error ? withoutExcerpt(error.message) : "it cannot be parsed"}.`,
    );
  }
}

/** Uses `parseJson` for routes that are registered later and lack their own parser. */
export function acceptBoundedJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  );
}

/** In a write, the path is the root and then the attribute, which the error names. */
function refusal({ path: [root, attribute], problem }: JsonExcess): Error {
  if (root === undefined) return badRequest(`The body ${problem}.`);
  const ofRecord = /too many (attributes|names)/.test(problem);
  return invalid({ [attribute ?? (ofRecord ? "base" : root)]: [problem] });
}

/** Removes the excerpt of the body that the message quotes: it may contain part of a secret. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, "");
}
