import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { secretCookie, setSecretCookie } from "./cookies.ts";
import { csrfMatches, csrfName } from "./pages/csrf.ts";
import type { Form } from "./pages/form.ts";

/** The visit secret of a browser before sign-in, created when missing. It binds forms to the browser. */
export function visitOf(request: FastifyRequest, reply: FastifyReply): Buffer {
  const existing = secretCookie(request, "roost_visit");
  if (existing) return existing;
  const visit = randomBytes(32);
  setSecretCookie(request, reply, "roost_visit", visit);
  return visit;
}

/** Whether a form was shown to this browser. */
export function isOwnForm(request: FastifyRequest, form: Form): boolean {
  const visit = secretCookie(request, "roost_visit");
  return visit !== undefined && csrfMatches(visit, form.text(csrfName));
}
