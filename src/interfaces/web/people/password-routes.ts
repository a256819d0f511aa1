import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { findPerson, isPasswordOf } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { chargeSignIn, forgetFailures, ownPasswordAttempt } from "../../../modules/platform/people/sign-in-throttle.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { Form } from "../pages/form.ts";
import { type PasswordProblems, passwordPage } from "../pages/people/password-page.ts";
import { beginSession, type SignedIn } from "../session.ts";
import { signedInOnly } from "../signed-in-only.ts";
import { chosenProblem } from "./chosen-password.ts";
import { rememberDevice } from "./known-device.ts";

/** Users change their own password, which ends their other sessions. */
export function passwordRoutes(app: FastifyInstance, database: Database, hashing: Hashing): void {
  app.get(
    "/password",
    signedInOnly(database, async (user, _request, reply) => sendPage(reply, passwordPage(user))),
  );
  app.post("/password", signedInOnly(database, change));

  async function change(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = new Form(request.body);
    // Limited per user, so an unattended browser cannot be used to guess the password.
    const attempt = ownPasswordAttempt(user.userId);
    const wait = await chargeSignIn(database, attempt);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return show(reply, user, { attempt: "Too many attempts. Try again in a few minutes." }, 429);
    }
    const person = await findPerson(database, user.email);
    const right = await isPasswordOf(person, form.text("current"), hashing);
    if (!right) return show(reply, user, { current: "The current password is wrong." }, 422);
    await forgetFailures(database, attempt);
    const chosen = form.text("chosen");
    const problem = chosenProblem(chosen, form.text("repeated"), user);
    if (problem !== undefined) return show(reply, user, { chosen: problem }, 422);
    const changed = await database.transaction((transaction) => setPassword(transaction, user.email, chosen));
    if (!(await beginSession(database, request, reply, { ...changed, isPastSecondFactor: true })))
      return goTo(reply, "/sign_in");
    rememberDevice(request, reply, changed);
    return goTo(reply, "/applications?password_changed");
  }

  function show(reply: FastifyReply, user: SignedIn, problems: PasswordProblems, status: number): FastifyReply {
    return sendPage(reply, passwordPage(user, problems), status);
  }
}
