import { server } from "../identity.ts";
import type { MethodResult } from "./offering.ts";

/** Members that every result of a revision without sessions has. */
const own = `"_meta":${JSON.stringify({ "io.modelcontextprotocol/serverInfo": server })}`;

/** A result's JSON text. Revisions with sessions lack the type, the server's name and the hints for caches. */
export function resultJson({ json, resultType = "complete", cache }: MethodResult, inSession: boolean): string {
  if (inSession) return json;
  const hint = cache === undefined ? "" : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.cacheScope}"`;
  const rest = json === "{}" ? "}" : `,${json.slice(1)}`;
  return `{"resultType":"${resultType}",${own}${hint}${rest}`;
}
