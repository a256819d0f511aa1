import { acceptedLanguage } from "@roost/messages/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { askForReset } from "../../../modules/platform/people/passwords/ask-for-reset.ts";
import { personOfReset, resetPassword } from "../../../modules/platform/people/passwords/reset-password.ts";
import { chargeReset } from "../../../modules/platform/people/passwords/reset-throttle.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { deadLinkPage } from "../pages/dead-link-page.ts";
import { Form } from "../pages/form.ts";
import { forgotPage, resetSentPage } from "../pages/people/forgot-page.ts";
import { resetPage } from "../pages/people/reset-page.ts";
import { isOwnForm, staleForm, visitOf } from "../visit.ts";
import { chosenProblem } from "./chosen-password.ts";

interface Path {
  readonly Params: { readonly token: string };
}

/**
 * Password reset by mail. The response is the same whether or not the address has an account. The link works once, for an hour.
 */
export function resetRoutes(app: FastifyInstance, database: Database, secrets: Secrets): void {
  app.get("/password/forgot", async (request, reply) =>
    sendPage(reply, forgotPage({ visit: visitOf(request, reply), email: "" })),
  );

  app.post("/password/forgot", async (request, reply) => {
    const form = new Form(request.body);
    const email = form.text("email").slice(0, 320);
    const again = (problem: string, status: number): FastifyReply =>
      sendPage(reply, forgotPage({ visit: visitOf(request, reply), email, problem }), status);
    if (!isOwnForm(request, form)) return again(staleForm, 403);
    if (!email.includes("@")) return again("Enter your e-mail address.", 422);
    const wait = await chargeReset(database, email, request.ip);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return again("Too many requests. Check your mailbox, or try again later.", 429);
    }
    await askForReset(database, secrets, { email, language: acceptedLanguage(request.headers["accept-language"]) });
    return sendPage(reply, resetSentPage(email));
  });

  app.get<Path>("/password/reset/:token", async (request, reply) => show(request, reply));

  app.post<Path>("/password/reset/:token", async (request, reply) => {
    const form = new Form(request.body);
    if (!isOwnForm(request, form)) return show(request, reply, staleForm, 403);
    const { token } = request.params;
    const person = await personOfReset(database, token);
    if (!person) return sendPage(reply, deadLinkPage(deadReset), 404);
    const chosen = form.text("chosen");
    const problem = chosenProblem(chosen, form.text("repeated"), person);
    if (problem !== undefined) return show(request, reply, problem, 422);
    const done = await database.transaction((transaction) => resetPassword(transaction, token, chosen));
    return done ? goTo(reply, "/sign_in?new_password") : sendPage(reply, deadLinkPage(deadReset), 404);
  });

  async function show(
    request: FastifyRequest<Path>,
    reply: FastifyReply,
    problem?: string,
    status = 200,
  ): Promise<FastifyReply> {
    const { token } = request.params;
    const person = await personOfReset(database, token);
    if (!person) return sendPage(reply, deadLinkPage(deadReset), 404);
    return sendPage(reply, resetPage({ visit: visitOf(request, reply), token, email: person.email, problem }), status);
  }
}

const deadReset = {
  title: "This link is no longer valid",
  sentence: "A reset link works once, for one hour. Request a new one.",
  alternative: { path: "/password/forgot", label: "Send new link" },
} as const;
