import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { findPerson, isPasswordOf } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing, KnownPerson } from "../../../modules/platform/people/passwords/password.ts";
import { takeCode } from "../../../modules/platform/people/second-factor/check-second-factor.ts";
import {
  chargeCode,
  forgiveCode,
  pendingSignIn,
  personOfPending,
} from "../../../modules/platform/people/second-factor/pending-sign-in.ts";
import { attemptOf, chargeSignIn, forgetFailures } from "../../../modules/platform/people/sign-in-throttle.ts";
import { formTargets } from "../form-targets.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { csrfMatches, csrfName } from "../pages/csrf.ts";
import { PageError } from "../pages/error-page.ts";
import { Form } from "../pages/form.ts";
import { allowFormTargets } from "../pages/page-headers.ts";
import { codePage } from "../pages/people/code-page.ts";
import { type SignInForm, signInPage } from "../pages/people/sign-in-page.ts";
import { speechOf } from "../pages/speech.ts";
import { returnPath } from "../return-to.ts";
import { beginSession, endSession, signedIn } from "../session.ts";
import { isOwnForm, visitOf } from "../visit.ts";
import { rememberDevice, rememberedDevice } from "./remembered-device.ts";

type Words = Omit<SignInForm, "visit" | "returnTo">;

interface SignInDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly hashing: Hashing;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Sign-in, with a code after the password for users with a second factor, and sign-out. */
export function signInRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  const { database, secrets, hashing, clock } = dependencies;
  app.get<{ Querystring: Record<string, unknown> }>("/sign_in", async (request, reply) => {
    const returnTo = returnPath(request.query.return_to);
    if (await signedIn(database, request)) return goTo(reply, returnTo);
    const { t } = speechOf(request);
    const [news] = Object.keys(request.query).flatMap((name) => t.find(`pages.people.signIn.news.${name}`) ?? []);
    return show(request, reply, returnTo, news === undefined ? {} : { news });
  });

  app.post("/sign_in", async (request, reply) => {
    const form = new Form(request.body);
    const returnTo = returnPath(form.text("return_to"));
    const email = form.text("email");
    const { t } = speechOf(request);
    // Bound to this browser: an attacker cannot sign a victim's browser in as the attacker.
    if (!isOwnForm(request, form)) {
      return show(request, reply, returnTo, { email, problem: t("pages.people.staleForm") }, 403);
    }
    const person = await findPerson(database, email);
    const attempt = attemptOf(email, request.ip, rememberedDevice(request, person));
    const wait = await chargeSignIn(database, attempt);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return show(request, reply, returnTo, { email, problem: tooMany(t, wait) }, 429);
    }
    const wrong = { email, problem: t("pages.people.signIn.wrong"), typed: true };
    const right = await isPasswordOf(person, form.text("password"), hashing);
    if (!person || !right) return show(request, reply, returnTo, wrong, 422);
    // Failures are cleared only after a correct code: the password may be stolen.
    if (person.secondFactorAt !== null) return askCode(request, reply, { person, returnTo });
    if (!(await beginSession(database, request, reply, person))) return show(request, reply, returnTo, wrong, 422);
    await forgetFailures(database, attempt);
    rememberDevice(request, reply, person);
    return goTo(reply, returnTo);
  });

  app.post("/sign_in/code", async (request, reply) => {
    const form = new Form(request.body);
    const returnTo = returnPath(form.text("return_to"));
    const { t } = speechOf(request);
    if (!isOwnForm(request, form)) return show(request, reply, returnTo, { problem: t("pages.people.staleForm") }, 403);
    const where = { visit: visitOf(request, reply), now: clock() };
    const person = await personOfPending(database, secrets, form.text("pending"), where);
    if (!person) return show(request, reply, returnTo, { problem: t("pages.people.signIn.expired") }, 403);
    const device = rememberedDevice(request, person);
    const wait = await chargeCode(database, person.id, device);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return askCode(request, reply, { person, returnTo, problem: tooMany(t, wait) }, 429);
    }
    const right = await database.transaction((transaction) =>
      takeCode(transaction, secrets, { user: person.id, code: form.text("code"), now: where.now }),
    );
    if (!right) return askCode(request, reply, { person, returnTo, problem: t("pages.people.code.wrong") }, 422);
    if (!(await beginSession(database, request, reply, { ...person, isPastSecondFactor: true })))
      return show(request, reply, returnTo, { problem: t("pages.people.signIn.expired") }, 403);
    await forgiveCode(database, person.id, device);
    await forgetFailures(database, attemptOf(person.email, request.ip, device));
    rememberDevice(request, reply, person);
    return goTo(reply, returnTo);
  });

  app.post("/sign_out", async (request, reply) => {
    const person = await signedIn(database, request);
    if (person && !csrfMatches(person.session, new Form(request.body).text(csrfName))) {
      throw new PageError("forbidden", speechOf(request, person.locale), "staleForm");
    }
    await endSession(database, request, reply);
    return goTo(reply, "/sign_in?signed_out");
  });

  async function askCode(
    request: FastifyRequest,
    reply: FastifyReply,
    { person, returnTo, problem }: { person: KnownPerson; returnTo: string; problem?: string },
    status = 200,
  ): Promise<FastifyReply> {
    const visit = visitOf(request, reply);
    const pending = pendingSignIn(secrets, person, { visit, now: clock() });
    allowFormTargets(reply, await formTargets(database, returnTo));
    return sendPage(reply, codePage({ visit, pending, returnTo, problem }, speechOf(request)), status);
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    returnTo: string,
    words: Words,
    status = 200,
  ): Promise<FastifyReply> {
    const visit = visitOf(request, reply);
    allowFormTargets(reply, await formTargets(database, returnTo));
    return sendPage(reply, signInPage({ visit, returnTo, ...words }, speechOf(request)), status);
  }
}

/** @param wait seconds; longer ones count as a minute */
function tooMany(t: TranslateServer, wait: number): string {
  return t("pages.people.signIn.tooMany", { seconds: Math.min(wait, 60) });
}
