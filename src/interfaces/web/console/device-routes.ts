import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { ServiceSecrets } from "../../../kernel/access/secrets.ts";
import { notFound } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import {
  addDevice,
  devicesOf,
  type PushDevice,
  removeDevice,
  subscriptionOf,
} from "../../../modules/platform/people/push-devices.ts";
import { pushPublicKey } from "../../../modules/records/notifications/push/vapid.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, consoleHandler } from "./console-person.ts";

const deviceName = textValue({ maxLength: 100 });

interface DeviceDependencies {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly baseUrl: string;
}

/** A person's browsers with push messages, independent of the account. */
export function deviceRoutes(app: FastifyInstance, { database, secrets, baseUrl }: DeviceDependencies): void {
  const path = "/console/me/devices";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(list));
  app.post(path, serve(add));
  app.delete(`${path}/:device`, serve(remove));

  async function list({ userId }: SignedIn): Promise<unknown> {
    const devices = await database.transaction((transaction) => devicesOf(transaction, userId), "read");
    return {
      public_key: pushPublicKey(secrets.linkKey),
      devices: devices.map(({ id, name, created_at }) => ({ id, name, created_at: formatInstant(created_at) })),
    };
  }

  async function add({ userId: user }: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { body } = request;
    const { subscription: input, ...others } = isObject(body) ? { subscription: undefined, ...body } : {};
    const name = new BodyFields(others, ["name"]).required("name", deviceName);
    const subscription = subscriptionOf(input);
    const id = await database.transaction((transaction) =>
      addDevice(transaction, secrets, { user, name, subscription }),
    );
    void reply.code(201);
    return { id };
  }

  async function remove({ userId }: SignedIn, request: FastifyRequest): Promise<undefined> {
    await database.transaction((transaction) => removeDevice(transaction, userId, idInPath(request, "device")));
    return undefined;
  }
}

/** One of the person's devices. @throws RequestError 404 for another person's */
export async function ownDevice(database: Database, { userId }: SignedIn, id: number): Promise<PushDevice> {
  const devices = await database.transaction((transaction) => devicesOf(transaction, userId), "read");
  const device = devices.find((one) => one.id === id);
  if (!device) throw notFound("Device not found.");
  return device;
}
