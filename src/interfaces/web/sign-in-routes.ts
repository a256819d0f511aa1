import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { forbidden } from "../../kernel/errors.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { csrfMatches, csrfName } from "./pages/csrf.ts";
import { isOwnForm, staleForm, visitOf } from "./visit.ts";
import { Form } from "./pages/form.ts";
import { allowFormTargets } from "./pages/page-headers.ts";
import { type SignInForm, signInPage } from "./pages/sign-in-page.ts";
import { findPerson, isPasswordOf } from "../../modules/people/check-password.ts";
import { formTargets } from "./form-targets.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import type { Hashing } from "../../modules/people/password.ts";
import { returnPath } from "./return-to.ts";
import { beginSession, endSession, signedIn } from "./session.ts";
import { attemptOf, chargeSignIn, forgetFailures } from "../../modules/people/sign-in-throttle.ts";

type Words = Omit<SignInForm, "visit" | "returnTo">;

/** Signing in and out. */
export function signInRoutes(app: FastifyInstance, database: Database, hashing: Hashing): void {
  app.get<{ Querystring: Record<string, unknown> }>("/sign_in", async (request, reply) => {
    const returnTo = returnPath(request.query.return_to);
    if (await signedIn(database, request)) return goTo(reply, returnTo);
    const [news] = Object.keys(request.query).flatMap((name) => newsOf[name] ?? []);
    return show(request, reply, returnTo, news === undefined ? {} : { news });
  });

  app.post("/sign_in", async (request, reply) => {
    const form = new Form(request.body);
    const returnTo = returnPath(form.text("return_to"));
    const email = form.text("email");
    // The form is for the browser that it was shown to: nobody can sign a stranger's browser in as themselves.
    if (!isOwnForm(request, form)) {
      return show(request, reply, returnTo, { email, problem: staleForm }, 403);
    }
    const person = await findPerson(database, email);
    const attempt = attemptOf(email, request.ip, knownDevice(request, person));
    const wait = await chargeSignIn(database, attempt);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return show(request, reply, returnTo, { email, problem: tooMany(wait) }, 429);
    }
    const right = await isPasswordOf(person, form.text("password"), hashing);
    if (!person || !right || !(await beginSession(database, request, reply, person))) {
      return show(request, reply, returnTo, { email, problem: wrong, typed: true }, 422);
    }
    await forgetFailures(database, attempt);
    rememberDevice(request, reply, person);
    return goTo(reply, returnTo);
  });

  app.post("/sign_out", async (request, reply) => {
    const person = await signedIn(database, request);
    if (person && !csrfMatches(person.session, new Form(request.body).text(csrfName))) {
      throw forbidden("This form was not shown to you, or it is too old. Please go back and try again.");
    }
    await endSession(database, request, reply);
    return goTo(reply, "/sign_in?signed_out");
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    returnTo: string,
    words: Words,
    status = 200,
  ): Promise<FastifyReply> {
    const visit = visitOf(request, reply);
    allowFormTargets(reply, await formTargets(database, returnTo));
    return sendPage(reply, signInPage({ visit, returnTo, ...words }), status);
  }
}

const wrong = "The e-mail address or the password is not right.";
/** What has just happened, by the query that a redirect carries. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  signed_out: "You are signed out.",
  new_password: "Your password is set. Sign in with it.",
};

function tooMany(seconds: number): string {
  const wait = seconds === 1 ? "a second" : seconds < 60 ? `${seconds} seconds` : "a minute";
  return `Too many attempts to sign in. Please try again in ${wait}.`;
}
