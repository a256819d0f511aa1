import type { FastifyInstance } from "fastify";
import { badRequest, invalid } from "../../../kernel/errors.ts";
import { type JsonExcess, jsonExcess } from "./json-bounds.ts";
import { utf8Text } from "./utf8-body.ts";

/**
 * A body as JSON; undefined when it is empty. A byte order mark before it is ignored; of a name that is there twice, the last one counts.
 * @throws RequestError 400 when it is not JSON, 422 when it is more than any body may be; UnreadableBody when it is not UTF-8
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

/** Parses JSON so on every route that is registered afterwards and has no parser of its own. */
export function acceptBoundedJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  );
}

/** Below the root of a write stand the attributes; what is too much there is named by them. */
function refusal({ path: [root, attribute], problem }: JsonExcess): Error {
  if (root === undefined) return badRequest(`The body ${problem}.`);
  const ofRecord = /too many (attributes|names)/.test(problem);
  return invalid({ [attribute ?? (ofRecord ? "base" : root)]: [problem] });
}

/** What is wrong, without the piece of the body that the message quotes: it may be half of somebody's secret. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, "");
}
