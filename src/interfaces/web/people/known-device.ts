import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type KnownPerson, nobodysDigest } from "../../../modules/platform/people/passwords/password.ts";
import { deviceCookie, setDeviceCookie } from "../cookies.ts";

/** How many people one browser remembers: an office shares it. */
const mostPeople = 5;

/** Seconds that a browser keeps it: a year, and anew with every sign-in. */
const aYear = 365 * 24 * 3600;

/**
 * The device of a browser on which this person has signed in before (docs/design/sign-in.md). The browser holds a random
 * number and a signature of it for each person, made with the digest of their password and the moment of their second factor: nobody else
 * can make one, every process can tell, and a changed password or a second factor turned on ends it.
 * @returns what stands for the device; undefined for an unknown one
 */
export function knownDevice(request: FastifyRequest, person: KnownPerson | undefined): Buffer | undefined {
  const cookie = deviceCookie(request);
  if (!cookie) return undefined;
  const [device, ...signatures] = cookie;
  const expected = signatureOf(device, person);
  // All of them are compared, also for nobody: the time that it takes reveals nothing.
  const right = signatures.map((signature) => timingSafeEqual(signature, expected)).includes(true);
  return right && person ? device : undefined;
}

/** Lets the browser remember that this person has signed in. It gives nothing but the chance to try a password. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, person: KnownPerson): void {
  const [device, ...before] = deviceCookie(request) ?? [randomBytes(32)];
  const signature = signatureOf(device, person);
  const others = before.filter((known) => !known.equals(signature)).slice(0, mostPeople - 1);
  setDeviceCookie(request, reply, [device, signature, ...others], aYear);
}

function signatureOf(device: Buffer, person: KnownPerson | undefined): Buffer {
  const key = person?.passwordDigest ?? nobodysDigest;
  return createHmac("sha256", key)
    .update(`device ${person?.id ?? 0} ${person?.secondFactorAt ?? ""} `)
    .update(device)
    .digest();
}
