import type { FastifyReply, FastifyRequest } from "fastify";
import { RequestError } from "../../kernel/errors.ts";
import type { Route } from "../../kernel/route.ts";
import { bulkPath } from "./bulk/bounds.ts";

/** What is served below /api/v3 beside the routes of the resources. */
const others = [
  { method: "GET", path: "/openapi.json" },
  { method: "POST", path: bulkPath },
] as const;

/** 404 for a path that no route has; 405, with the methods that it takes, for one that some have. */
export function unknownPath(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): RequestError {
  const methods = methodsAt(routes, request);
  if (methods.length === 0) return new RequestError("not_found", "There is nothing at this path.");
  void reply.header("allow", allowed(methods));
  const asked = request.method.slice(0, 20);
  return new RequestError("method_not_allowed", `This path does not take ${asked}; it takes ${methods.join(", ")}.`);
}

/** Answers OPTIONS that is no preflight of a browser: 204 and what the path takes (RFC 9110 §9.3.7). @throws RequestError 404 */
export function answerOptions(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(routes, request);
  if (methods.length === 0) throw unknownPath(routes, request, reply);
  return reply.code(204).header("allow", allowed(methods)).send();
}

/** What `Allow` names: HEAD comes with GET, and every path takes OPTIONS. */
const allowed = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");

function methodsAt(routes: readonly Route[], { url }: FastifyRequest): string[] {
  const path = (url.split("?")[0] ?? "").replace(/\/$/, "");
  const found = [...routes, ...others].filter((route) => pattern(route.path).test(path));
  return [...new Set(found.map(({ method }) => method))];
}

function pattern(path: string): RegExp {
  return new RegExp(`^/api/v3${path.replaceAll(".", "\\.").replace(/:[a-z_]+/g, "[^/]+")}$`);
}
