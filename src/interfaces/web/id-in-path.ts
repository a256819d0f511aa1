import type { FastifyRequest } from "fastify";

/** An id in the path; 0, which matches no record, when it is invalid. */
export function idInPath(request: FastifyRequest, name: string): number {
  const text = String(new Map(Object.entries(request.params ?? {})).get(name));
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
