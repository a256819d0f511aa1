import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { findPerson, isPasswordOf } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { chargeSignIn, forgetFailures, ownPasswordAttempt } from "../../../modules/platform/people/sign-in-throttle.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { Form } from "../pages/form.ts";
import { type PasswordProblems, passwordPage } from "../pages/people/password-page.ts";
import { speechOf } from "../pages/speech.ts";
import { beginSession, type SignedIn } from "../session.ts";
import { signedInOnly } from "../signed-in-only.ts";
import { chosenProblem } from "./chosen-password.ts";
import { rememberDevice } from "./remembered-device.ts";

/** Users change their own password, which ends their other sessions. */
export function passwordRoutes(app: FastifyInstance, database: Database, hashing: Hashing): void {
  app.get(
    "/password",
    signedInOnly(database, async (user, request, reply) =>
      sendPage(reply, passwordPage(user, speechOf(request, user.locale))),
    ),
  );
  app.post("/password", signedInOnly(database, change));

  async function change(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = new Form(request.body);
    const speech = speechOf(request, user.locale);
    const { t } = speech;
    const again = (problems: PasswordProblems, status = 422): FastifyReply =>
      sendPage(reply, passwordPage(user, speech, problems), status);
    // Limited per user, so an unattended browser cannot be used to guess the password.
    const attempt = ownPasswordAttempt(user.userId);
    const wait = await chargeSignIn(database, attempt);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return again({ attempt: t("pages.people.change.tooMany") }, 429);
    }
    const person = await findPerson(database, user.email);
    const right = await isPasswordOf(person, form.text("current"), hashing);
    if (!right) return again({ current: t("pages.people.change.wrong") });
    await forgetFailures(database, attempt);
    const chosen = form.text("chosen");
    const problem = chosenProblem(t, { chosen, repeated: form.text("repeated"), email: user.email });
    if (problem !== undefined) return again({ chosen: problem });
    const changed = await database.transaction((transaction) => setPassword(transaction, user.email, chosen));
    if (!(await beginSession(database, request, reply, { ...changed, isPastSecondFactor: true })))
      return goTo(reply, "/sign_in");
    rememberDevice(request, reply, changed);
    return goTo(reply, "/console/settings/me?notice=password_changed");
  }
}
