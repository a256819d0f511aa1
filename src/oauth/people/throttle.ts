import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Statement } from "../../database/transaction.ts";
import type { Reader } from "../../kernel/read/read.ts";

/** How many failed sign-ins one window has room for. */
const perUser = 10;
const perAddress = 50;
const windowMinutes = 15;

/** Who tries to sign in, as digests: what is kept names neither a person nor where they are. */
export interface Attempt {
  readonly user: Buffer;
  readonly address: Buffer;
}

const charge: Statement = {
  name: "charge sign-in",
  text: `
    insert into sign_in_failures as known (subject, failures, window_ends_at)
    values ($1::bytea, 1, statement_timestamp() + interval '${windowMinutes} minutes')
    on conflict (subject) do update set
      failures = case when known.window_ends_at <= statement_timestamp() then 1 else least(known.failures + 1, 1000000) end,
      window_ends_at = case when known.window_ends_at <= statement_timestamp() then excluded.window_ends_at
        else known.window_ends_at end
    returning failures, ceil(extract(epoch from window_ends_at - statement_timestamp()))::integer`,
};

const forget: Statement = {
  name: "forget sign-in failures",
  text: "update sign_in_failures set failures = 0 where subject = $1::bytea",
};

const takeBack: Statement = {
  name: "take sign-in back",
  text: "update sign_in_failures set failures = failures - 1 where subject = $1::bytea and failures > 0",
};

/** @param address the client's; of an IPv6 one only the network counts, for one client has all the addresses in it */
export function attemptOf(email: string, address: string): Attempt {
  return { user: subject("user", email.trim().toLowerCase()), address: subject("address", networkOf(address)) };
}

/**
 * Counts an attempt as a failure, before the password is looked at: so attempts at one moment cannot slip through together. An
 * address that nobody uses is counted like any other, so the answer does not tell which are used.
 * @returns the seconds to wait when there have been too many; undefined when it may go on
 */
export async function chargeAttempt(database: Reader, attempt: Attempt): Promise<number | undefined> {
  const waits = [
    await waitAfter(database, attempt.address, perAddress),
    await waitAfter(database, attempt.user, perUser),
  ];
  const longest = Math.max(...waits);
  return longest > 0 ? longest : undefined;
}

/** The attempt has succeeded: the user's failures are forgotten, and the address is charged nothing for it. */
export async function forgetFailures(database: Reader, attempt: Attempt): Promise<void> {
  await database.read(forget, [attempt.user]);
  await database.read(takeBack, [attempt.address]);
}

async function waitAfter(database: Reader, subject: Buffer, allowed: number): Promise<number> {
  const [row] = await database.read(charge, [subject]);
  const [failures, seconds] = row ?? [];
  return Number(failures) > allowed ? Math.max(1, Number(seconds)) : 0;
}

/** The part of an address that stands for one client: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function subject(kind: "user" | "address", text: string): Buffer {
  return createHash("sha256").update(`${kind} ${text}`).digest();
}
