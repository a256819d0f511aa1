import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { secretCookie, setSecretCookie } from "./cookies.ts";
import { csrfMatches, csrfName } from "./pages/csrf.ts";
import type { Form } from "./pages/form.ts";

/** The secret of a browser in which nobody is signed in yet; one without gets one. A form is for the browser that it was shown to. */
export function visitOf(request: FastifyRequest, reply: FastifyReply): Buffer {
  const known = secretCookie(request, "roost_visit");
  if (known) return known;
  const visit = randomBytes(32);
  setSecretCookie(request, reply, "roost_visit", visit);
  return visit;
}

/** Whether a form was shown to this browser: nobody else can have it submitted. */
export function isOwnForm(request: FastifyRequest, form: Form): boolean {
  const visit = secretCookie(request, "roost_visit");
  return visit !== undefined && csrfMatches(visit, form.text(csrfName));
}

/** What is said when it was not. */
export const staleForm = "This form was too old, or your browser refuses cookies. Please try again.";
