import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { findPerson } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { takeCode } from "../../../modules/platform/people/second-factor/check-second-factor.ts";
import {
  confirmSecondFactor,
  proposeSecondFactor,
  renewRecoveryCodes,
} from "../../../modules/platform/people/second-factor/enrol.ts";
import { chargeCode, forgiveCode } from "../../../modules/platform/people/second-factor/pending-sign-in.ts";
import { switchOffSecondFactor } from "../../../modules/platform/people/second-factor/switch-off.ts";
import { rememberDevice } from "../people/remembered-device.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, consoleHandler } from "./console-person.ts";
import { assertOwnPassword } from "./own-password.ts";

const anyText = textValue({ maxLength: 1000 });

interface SecondFactorDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly baseUrl: string;
  readonly hashing: Hashing;
  readonly clock: () => number;
}

/** Users turn their second factor on and off, and renew recovery codes (docs/design/sign-in.md). */
export function secondFactorRoutes(app: FastifyInstance, dependencies: SecondFactorDependencies): void {
  const { database, secrets, baseUrl, hashing, clock } = dependencies;
  const path = "/console/me/second_factor";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(show));
  app.post(path, serve(propose));
  app.put(path, serve(confirm));
  app.delete(path, serve(switchOff));
  app.post(`${path}/recovery_codes`, serve(renewCodes));

  async function show({ userId }: SignedIn): Promise<unknown> {
    const [row] = await database.read(
      {
        text: `select users.second_factor_at is not null, coalesce(cardinality(recovery_digests), 0)
          from users left join second_factors on second_factors.user_id = users.id where users.id = $1::bigint`,
      },
      [userId],
    );
    return { enabled: row?.[0] === "t", recovery_codes_left: Number(row?.[1] ?? 0) };
  }

  async function propose(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = new BodyFields(request.body, ["password"]);
    const password = fields.required("password", anyText);
    await assertOwnPassword({ database, hashing, reply }, user, { password });
    const person = { user: user.userId, email: user.email };
    return database.transaction((transaction) => proposeSecondFactor(transaction, secrets, person));
  }

  async function confirm(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = new BodyFields(request.body, ["code"]);
    const code = fields.required("code", anyText);
    await charge(user, reply);
    const { userId, session } = user;
    const recovery_codes = await database.transaction((transaction) =>
      confirmSecondFactor(transaction, secrets, { user: userId, code, session, now: clock() }),
    );
    await forgiveCode(database, userId);
    // Turning it on forgets all known browsers. This one has just proved the code, so remember it.
    const person = await findPerson(database, user.email);
    if (person) rememberDevice(request, reply, person);
    return { recovery_codes };
  }

  /** Requires password and code: an unattended browser or the password alone is not enough. */
  async function switchOff(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<undefined> {
    const fields = new BodyFields(request.body, ["password", "code"]);
    const [password, code] = [fields.required("password", anyText), fields.required("code", anyText)];
    await assertOwnPassword({ database, hashing, reply }, user, { password });
    await charge(user, reply);
    await database.transaction(async (transaction) => {
      if (!(await takeCode(transaction, secrets, { user: user.userId, code, now: clock() })))
        throw invalid({ code: ["is wrong or was already used"] });
      await switchOffSecondFactor(transaction, user.userId);
    });
    await forgiveCode(database, user.userId);
    return undefined;
  }

  /** Requires password and code, because recovery codes replace the authenticator app. */
  async function renewCodes(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = new BodyFields(request.body, ["password", "code"]);
    const [password, code] = [fields.required("password", anyText), fields.required("code", anyText)];
    await assertOwnPassword({ database, hashing, reply }, user, { password });
    await charge(user, reply);
    const recovery_codes = await database.transaction((transaction) =>
      renewRecoveryCodes(transaction, secrets, { user: user.userId, code, now: clock() }),
    );
    await forgiveCode(database, user.userId);
    return { recovery_codes };
  }

  async function charge({ userId }: SignedIn, reply: FastifyReply): Promise<void> {
    const wait = await chargeCode(database, userId);
    if (wait === undefined) return;
    void reply.header("retry-after", String(wait));
    throw new RequestError("rate_limit_exceeded", "Too many codes. Try again in a few minutes.");
  }
}
