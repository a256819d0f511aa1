import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { changeUser } from "../../../modules/platform/people/change-user.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { setPassword } from "../../../modules/platform/people/passwords/set-password.ts";
import { csrfText } from "../pages/csrf.ts";
import { rememberDevice } from "../people/remembered-device.ts";
import { beginSession, type SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, consoleHandler } from "./console-person.ts";
import { assertOwnPassword } from "./own-password.ts";

const anyText = textValue({ maxLength: 1000 });

/** Users change their own name, language and password. */
export function meRoutes(app: FastifyInstance, database: Database, hashing: Hashing, baseUrl: string): void {
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.put("/console/me", serve(changeMe));
  app.put("/console/me/password", serve(changePassword));

  async function changeMe({ userId }: SignedIn, request: FastifyRequest): Promise<undefined> {
    const fields = new BodyFields(request.body, ["name", "locale"]);
    const change = { name: fields.optional("name", anyText), locale: fields.optional("locale", anyText) };
    fields.errors.throwIfAny();
    await database.transaction((transaction) => changeUser(transaction, userId, change));
    return undefined;
  }

  /** Ends the user's other sessions. The current one gets a new secret and CSRF token. */
  async function changePassword(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = new BodyFields(request.body, ["current", "password"]);
    const [current, chosen] = [fields.required("current", anyText), fields.required("password", anyText)];
    await assertOwnPassword({ database, hashing, reply }, user, { current });
    const changed = await database.transaction((transaction) => setPassword(transaction, user.email, chosen));
    const session = await beginSession(database, request, reply, { ...changed, isPastSecondFactor: true });
    if (!session) throw new RequestError("unauthorized", "The password was changed in another session. Sign in again.");
    rememberDevice(request, reply, changed);
    return { csrf_token: csrfText(session) };
  }
}
