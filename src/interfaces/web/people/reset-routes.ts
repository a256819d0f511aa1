import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { askForReset } from "../../../modules/platform/people/passwords/ask-for-reset.ts";
import {
  personOfReset,
  type ResettingPerson,
  resetPassword,
} from "../../../modules/platform/people/passwords/reset-password.ts";
import { chargeReset } from "../../../modules/platform/people/passwords/reset-throttle.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { deadLinkPage } from "../pages/dead-link-page.ts";
import { Form } from "../pages/form.ts";
import { forgotPage, resetSentPage } from "../pages/people/forgot-page.ts";
import { resetPage } from "../pages/people/reset-page.ts";
import { speechOf } from "../pages/speech.ts";
import { isOwnForm, visitOf } from "../visit.ts";
import { chosenProblem } from "./chosen-password.ts";

interface Path {
  readonly Params: { readonly token: string };
}

/**
 * Password reset by mail. The response is the same whether or not the address has an account. The link works once, for an hour.
 */
export function resetRoutes(app: FastifyInstance, database: Database, secrets: Secrets): void {
  app.get("/password/forgot", async (request, reply) =>
    sendPage(reply, forgotPage({ visit: visitOf(request, reply), email: "" }, speechOf(request))),
  );

  app.post("/password/forgot", async (request, reply) => {
    const form = new Form(request.body);
    const email = form.text("email").slice(0, 320);
    const speech = speechOf(request);
    const { t } = speech;
    const again = (problem: string, status: number): FastifyReply =>
      sendPage(reply, forgotPage({ visit: visitOf(request, reply), email, problem }, speech), status);
    if (!isOwnForm(request, form)) return again(t("pages.people.staleForm"), 403);
    if (!email.includes("@")) return again(t("pages.people.forgot.enterEmail"), 422);
    const wait = await chargeReset(database, email, request.ip);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return again(t("pages.people.forgot.tooMany"), 429);
    }
    await askForReset(database, secrets, { email, language: speech.language });
    return sendPage(reply, resetSentPage(email, speech));
  });

  app.get<Path>("/password/reset/:token", async (request, reply) => {
    const person = await personOfReset(database, request.params.token);
    return person ? show(request, reply, person) : dead(request, reply);
  });

  app.post<Path>("/password/reset/:token", async (request, reply) => {
    const form = new Form(request.body);
    const { token } = request.params;
    const person = await personOfReset(database, token);
    if (!person) return dead(request, reply);
    const { t } = speechOf(request, person.locale);
    if (!isOwnForm(request, form)) return show(request, reply, person, t("pages.people.staleForm"), 403);
    const chosen = form.text("chosen");
    const problem = chosenProblem(t, { chosen, repeated: form.text("repeated"), email: person.email });
    if (problem !== undefined) return show(request, reply, person, problem, 422);
    const done = await database.transaction((transaction) => resetPassword(transaction, token, chosen));
    return done ? goTo(reply, "/sign_in?new_password") : dead(request, reply);
  });
}

function show(
  request: FastifyRequest<Path>,
  reply: FastifyReply,
  { email, locale }: ResettingPerson,
  problem?: string,
  status = 200,
): FastifyReply {
  const { token } = request.params;
  const form = { visit: visitOf(request, reply), token, email, problem };
  return sendPage(reply, resetPage(form, speechOf(request, locale)), status);
}

function dead(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const speech = speechOf(request);
  const { t } = speech;
  const page = deadLinkPage({
    title: t("pages.people.reset.deadTitle"),
    sentence: t("pages.people.reset.dead"),
    alternative: { path: "/password/forgot", label: t("pages.people.reset.sendNew") },
    speech,
  });
  return sendPage(reply, page, 404);
}
