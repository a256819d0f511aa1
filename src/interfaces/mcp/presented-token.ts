import type { FastifyRequest } from "fastify";

/**
 * The token of a request (service.md, Agent endpoint tokens): `Authorization: Bearer`, else `X-MCP-Token`, else the query
 * parameter `token`. The first one present decides, even when it is invalid.
 */
export function presentedToken(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? "");
  if (bearer) return (bearer[1] ?? "").trim();
  const header = request.headers["x-mcp-token"];
  if (header !== undefined && header !== "") return [header].flat().join(",");
  const start = request.url.indexOf("?");
  if (start < 0) return undefined;
  const [first, ...others] = new URLSearchParams(request.url.slice(start + 1)).getAll("token");
  return others.length > 0 ? "" : first;
}
