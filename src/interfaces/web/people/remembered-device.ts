import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type KnownPerson, nobodysDigest } from "../../../modules/platform/people/passwords/password.ts";
import { deviceCookie, setDeviceCookie } from "../cookies.ts";

/** Users that one browser remembers, for shared computers. */
const maxPeople = 5;

/** Lifetime of the cookie, renewed with every sign-in. */
const yearSeconds = 365 * 24 * 3600;

/**
 * The device of a browser where this user has signed in before (docs/design/sign-in.md). The cookie holds a random number and a signature
 * per user, keyed by their password digest and second-factor time. So a new password or second factor invalidates it.
 * @returns the device's random number; undefined for an unknown device
 */
export function rememberedDevice(request: FastifyRequest, person: KnownPerson | undefined): Buffer | undefined {
  const cookie = deviceCookie(request);
  if (!cookie) return undefined;
  const [device, ...signatures] = cookie;
  const expected = signatureOf(device, person);
  // Compare all of them, also for an unknown user, so the response time reveals nothing.
  const isMatch = signatures.map((signature) => timingSafeEqual(signature, expected)).includes(true);
  return isMatch && person ? device : undefined;
}

/** Records in the browser that this user has signed in. It only relaxes the sign-in throttle. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, person: KnownPerson): void {
  const [device, ...before] = deviceCookie(request) ?? [randomBytes(32)];
  const signature = signatureOf(device, person);
  const others = before.filter((other) => !other.equals(signature)).slice(0, maxPeople - 1);
  setDeviceCookie(request, reply, [device, signature, ...others], yearSeconds);
}

function signatureOf(device: Buffer, person: KnownPerson | undefined): Buffer {
  const key = person?.passwordDigest ?? nobodysDigest;
  return createHmac("sha256", key)
    .update(`device ${person?.id ?? 0} ${person?.secondFactorAt ?? ""} `)
    .update(device)
    .digest();
}
