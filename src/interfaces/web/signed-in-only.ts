import type { FastifyReply, FastifyRequest } from "fastify";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import { goTo } from "./pages/answer.ts";
import { csrfMatches, csrfName } from "./pages/csrf.ts";
import { PageError } from "./pages/error-page.ts";
import { Form } from "./pages/form.ts";
import { speechOf } from "./pages/speech.ts";
import { type SignedIn, signedIn } from "./session.ts";

/** Handles a signed-in user's request. */
export type SignedInHandler = (person: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Redirects to the sign-in page, and back afterwards, unless the user is signed in. A form of another session is RequestError 403.
 */
export function signedInOnly(database: Reader, handler: SignedInHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const person = await signedIn(database, request);
    const reads = request.method !== "POST";
    if (!person) return goTo(reply, reads ? `/sign_in?return_to=${encodeURIComponent(request.url)}` : "/sign_in");
    if (!reads && !csrfMatches(person.session, new Form(request.body).text(csrfName))) {
      throw new PageError("forbidden", speechOf(request, person.locale), "staleForm");
    }
    return handler(person, request, reply);
  };
}
