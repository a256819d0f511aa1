import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/database.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { changeUser } from "../../../modules/people/change-user.ts";
import { findPerson, isPasswordOf } from "../../../modules/people/check-password.ts";
import type { Hashing } from "../../../modules/people/password.ts";
import { setPassword } from "../../../modules/people/set-password.ts";
import { attemptOf, chargeSignIn, forgetFailures } from "../../../modules/people/sign-in-throttle.ts";
import { knownDevice, rememberDevice } from "../known-device.ts";
import { csrfText } from "../pages/csrf.ts";
import { beginSession, type SignedIn } from "../session.ts";
import { type ConsoleHandler, consoleHandler } from "./console-person.ts";
import { GivenFields } from "./given-fields.ts";

const anyText = textValue({ maxLength: 1000 });

/** People change their own name, language and password. */
export function meRoutes(app: FastifyInstance, database: Database, hashing: Hashing, baseUrl: string): void {
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.put("/console/me", serve(changeMe));
  app.put("/console/me/password", serve(changePassword));

  async function changeMe({ userId }: SignedIn, request: FastifyRequest): Promise<undefined> {
    const given = new GivenFields(request.body, ["name", "locale"]);
    const change = { name: given.optional("name", anyText), locale: given.optional("locale", anyText) };
    given.errors.throwIfAny();
    await database.transaction((transaction) => changeUser(transaction, userId, change));
    return undefined;
  }

  /** Ends all their sessions but the one that changes it: that gets another secret, and so another CSRF token. */
  async function changePassword(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const given = new GivenFields(request.body, ["current", "password"]);
    const [current, chosen] = [given.required("current", anyText), given.required("password", anyText)];
    await assertPassword(user, request, reply, current);
    const changed = await database.transaction((transaction) => setPassword(transaction, user.email, chosen));
    const session = await beginSession(database, request, reply, changed);
    if (!session) throw new RequestError("unauthorized", "The password was changed once more: please sign in.");
    rememberDevice(request, reply, changed);
    return { csrf_token: csrfText(session) };
  }

  /** Guesses at the present password count like failed sign-ins: a browser left open is no way around their limit. */
  async function assertPassword(
    { email }: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    password: string,
  ): Promise<void> {
    const person = await findPerson(database, email);
    const attempt = attemptOf(email, request.ip, knownDevice(request, person));
    const wait = await chargeSignIn(database, attempt);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      throw new RequestError("rate_limit_exceeded", "Too many attempts. Please try again in a few minutes.");
    }
    if (!(await isPasswordOf(person, password, hashing))) throw invalid({ current: ["is not your password"] });
    await forgetFailures(database, attempt);
  }
}
