import type { FastifyReply, FastifyRequest } from "fastify";
import { RequestError } from "../../kernel/errors.ts";
import type { Route } from "../../kernel/route.ts";
import { bulkPath } from "./bulk/bounds.ts";

/** Routes below /api/v3 that belong to no resource. */
const otherRoutes = [
  { method: "GET", path: "/openapi.json" },
  { method: "POST", path: bulkPath },
] as const;

/** 404 for an unknown path; 405 with the allowed methods for a known one. */
export function unknownPath(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): RequestError {
  const methods = methodsAt(routes, request);
  if (methods.length === 0) return new RequestError("not_found", "Path not found.");
  void reply.header("allow", allowed(methods));
  const method = request.method.slice(0, 20);
  return new RequestError("method_not_allowed", `${method} is not allowed here. Use ${methods.join(", ")}.`);
}

/** Answers an OPTIONS request that is not a preflight: 204 with the allowed methods (RFC 9110 §9.3.7). @throws RequestError 404 */
export function answerOptions(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(routes, request);
  if (methods.length === 0) throw unknownPath(routes, request, reply);
  return reply.code(204).header("allow", allowed(methods)).send();
}

/** The `Allow` header: GET implies HEAD, and every path allows OPTIONS. */
const allowed = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");

function methodsAt(routes: readonly Route[], { url }: FastifyRequest): string[] {
  const path = (url.split("?")[0] ?? "").replace(/\/$/, "");
  const found = [...routes, ...otherRoutes].filter((route) => pattern(route.path).test(path));
  return [...new Set(found.map(({ method }) => method))];
}

function pattern(path: string): RegExp {
  return new RegExp(`^/api/v3${path.replaceAll(".", "\\.").replace(/:[a-z_]+/g, "[^/]+")}$`);
}
