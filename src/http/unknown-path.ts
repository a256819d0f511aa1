import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import type { Route } from "../kernel/route.ts";

/** 404 for a path that no route has; 405, with the methods that it takes, for one that some have. */
export function unknownPath(routes: readonly Route[], { method, url }: FastifyRequest, reply: FastifyReply): Refusal {
  const path = (url.split("?")[0] ?? "").replace(/\/$/, "");
  const methods = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
  if (methods.length === 0) return new Refusal("not_found", "There is nothing at this path.");
  const allowed = [...new Set(methods)].join(", ");
  void reply.header("allow", allowed);
  return new Refusal("method_not_allowed", `This path does not take ${method.slice(0, 20)}; it takes ${allowed}.`);
}

function pattern(path: string): RegExp {
  return new RegExp(`^/api/v3${path.replace(/:[a-z_]+/g, "[^/]+")}$`);
}
