import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { ServiceSecrets } from "../../../kernel/access/secrets.ts";
import { notFound } from "../../../kernel/errors.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { kindsValue, type Member, readChoices, saveChoices } from "../../../modules/records/notifications/choices.ts";
import { kindsFor, rolesFor } from "../../../modules/records/notifications/notice-kinds.ts";
import { sendPush } from "../../../modules/records/notifications/push/send-push.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, causeOf, consoleHandler } from "./console-person.ts";
import { deviceRoutes, ownDevice } from "./device-routes.ts";

interface NotificationDependencies {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly baseUrl: string;
}

/** Members choose their notifications for each account, and the browsers that show them (docs/design/notifications.md). */
export function notificationRoutes(app: FastifyInstance, dependencies: NotificationDependencies): void {
  const { database, baseUrl } = dependencies;
  const path = "/console/accounts/:account/notifications";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(show));
  app.put(path, serve(save));
  app.post(`${path}/test`, serve(test));
  deviceRoutes(app, dependencies);

  async function show(person: SignedIn, request: FastifyRequest): Promise<unknown> {
    const member = await memberOf(person, request);
    const { mail, push, digestHour } = await database
      .within([member.account])
      .transaction((transaction) => readChoices(transaction, member), "read");
    return {
      ...{ kinds: kindsFor(member.role), mail, push, digest_hour: digestHour },
      has_digest: rolesFor("digest").includes(member.role),
    };
  }

  async function save(person: SignedIn, request: FastifyRequest): Promise<undefined> {
    const member = await memberOf(person, request);
    const fields = new BodyFields(request.body, ["mail", "push", "digest_hour"]);
    const [mail, push] = [fields.required("mail", kindsValue), fields.required("push", kindsValue)];
    const digestHour = fields.optional("digest_hour", integerValue({ min: 0, max: 23 })) ?? null;
    fields.errors.throwIfAny();
    const choices = { mail, push, digestHour };
    await database
      .within([member.account], causeOf(person, request))
      .transaction((transaction) => saveChoices(transaction, member, choices));
    return undefined;
  }

  /** Sends a test message to one of the person's devices. */
  async function test(person: SignedIn, request: FastifyRequest): Promise<undefined> {
    const { account } = await memberOf(person, request);
    const id = new BodyFields(request.body, ["device"]).required("device", integerValue({ min: 1 }));
    const device = await ownDevice(database, person, id);
    await database
      .within([account])
      .transaction((transaction) =>
        queueJob({ transaction, account: { id: account } }, sendPush, { device: device.id }),
      );
    return undefined;
  }

  /** @throws RequestError 404 for non-members */
  async function memberOf({ userId: user }: SignedIn, request: FastifyRequest): Promise<Member> {
    const account = idInPath(request, "account");
    const membership = (await membershipsOf(database, user)).find(({ accountId }) => accountId === account);
    if (!membership) throw notFound("Account not found.");
    return { account, user, role: membership.role };
  }
}
