import { createHash } from "node:crypto";
import Type from "typebox";
import { Check } from "typebox/schema";
import type { Database } from "../../../database/connect/database.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { Role } from "../access/roles.ts";

/** A browser's push subscription, as `PushSubscription.toJSON()` shows it. */
const subscriptionForm = Type.Object({
  endpoint: Type.String({ maxLength: 2000 }),
  keys: Type.Object({ p256dh: Type.String(), auth: Type.String() }),
});
export type Subscription = Type.Static<typeof subscriptionForm>;

/** A browser in which a person enabled push messages. */
export interface PushDevice {
  readonly id: number;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly created_at: number;
}

/** More devices than a person has. */
const maxDevices = 20;

const [publicKeyBytes, authBytes] = [65, 16];
const owner = (user: number): string => `push_devices ${user}`;

/** Parses a subscription. @throws RequestError 422 */
export function subscriptionOf(input: unknown): Subscription {
  const isWhole =
    Check(subscriptionForm, input) &&
    URL.canParse(input.endpoint) &&
    Buffer.from(input.keys.p256dh, "base64url").length === publicKeyBytes &&
    Buffer.from(input.keys.auth, "base64url").length === authBytes;
  if (!isWhole) throw invalid({ subscription: ["is not a browser's push subscription"] });
  return { endpoint: input.endpoint, keys: { p256dh: input.keys.p256dh, auth: input.keys.auth } };
}

/** Adds a browser. One that another person enabled becomes this person's: it shows the messages of the last person who enabled it. */
export async function addDevice(
  transaction: Transaction,
  secrets: Secrets,
  device: { readonly user: number; readonly name: string; readonly subscription: Subscription },
): Promise<number> {
  const { user, name, subscription } = device;
  const digest = createHash("sha256").update(subscription.endpoint).digest();
  const row = await transaction.row<{ id: number }>(
    `insert into push_devices (user_id, endpoint_digest, sealed_subscription, name) values ($1, $2, $3, $4)
     on conflict (endpoint_digest) do update set user_id = excluded.user_id, sealed_subscription = excluded.sealed_subscription,
       name = excluded.name returning id`,
    [user, digest, secrets.seal(JSON.stringify(subscription), owner(user)), name],
  );
  if (!row) throw new Error("The device just added was not returned.");
  await endDevices(
    transaction,
    "user_id = $1 and id not in (select id from push_devices where user_id = $1 and ended_at is null order by id desc limit $2)",
    [user, maxDevices],
  );
  return row.id;
}

export function devicesOf(transaction: Transaction, user: number): Promise<PushDevice[]> {
  return transaction.rows<{ id: number; name: string; created_at: number }>(
    "select id, name, created_at from push_devices where user_id = $1 and ended_at is null order by id",
    [user],
  );
}

/** @throws RequestError 404 for a device of another person */
export async function removeDevice(transaction: Transaction, user: number, id: number): Promise<void> {
  const ended = await endDevices(transaction, "user_id = $1 and id = $2", [user, id]);
  if (ended === 0) throw notFound("Device not found.");
}

/** Ends the devices that a condition selects, and forgets their subscriptions. @returns how many */
export const endDevices = (transaction: Transaction, condition: string, values: readonly number[]): Promise<number> =>
  transaction.run(
    `update push_devices set ended_at = statement_timestamp(), endpoint_digest = null, sealed_subscription = null
     where ended_at is null and ${condition}`,
    [...values],
  );

/** Ends all devices of a person: a stranger with their password may have added one. */
export const endDevicesOf = (transaction: Transaction, user: number): Promise<number> =>
  endDevices(transaction, "user_id = $1", [user]);

/** A device, and the account whose data it is about to show. */
interface Showing {
  readonly device: number;
  readonly account: number;
  readonly roles: readonly Role[];
}

/** A device with its person and subscription; undefined after its end, or if the person no longer has one of the roles in the account. */
export async function openDevice(transaction: Transaction, secrets: Secrets, { device, account, roles }: Showing) {
  const row = await transaction.row<{ user_id: number; locale: string | null; sealed_subscription: Buffer | null }>(
    `select push_devices.user_id, users.locale, push_devices.sealed_subscription
     from push_devices join users on users.id = push_devices.user_id
     where push_devices.id = $1 and push_devices.ended_at is null and users.disabled_at is null and exists (
       select from memberships where account_id = $2 and user_id = push_devices.user_id and role = any($3))`,
    [device, account, [...roles]],
  );
  if (!row?.sealed_subscription) return undefined;
  const subscription: unknown = JSON.parse(secrets.open(row.sealed_subscription, owner(row.user_id)));
  return { user: row.user_id, locale: row.locale ?? "en", subscription: subscriptionOf(subscription) };
}

/** Reseals all subscriptions that use a former key, one by one. */
export async function resealDevices(database: Database, secrets: Secrets): Promise<void> {
  while (await database.transaction((transaction) => resealOne(transaction, secrets)));
}

async function resealOne(transaction: Transaction, secrets: Secrets): Promise<boolean> {
  const row = await transaction.row<{ id: number; user_id: number; sealed_subscription: Buffer | null }>(
    "select id, user_id, sealed_subscription from push_devices where secrets_key_id <> $1 and sealed_subscription is not null order by id limit 1 for no key update",
    [secrets.keyId()],
  );
  if (!row?.sealed_subscription) return false;
  const text = secrets.open(row.sealed_subscription, owner(row.user_id));
  await transaction.run("update push_devices set sealed_subscription = $2 where id = $1", [
    ...[row.id, secrets.seal(text, owner(row.user_id))],
  ]);
  return true;
}
