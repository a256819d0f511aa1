import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The cookies of the pages: the session, the browser's visit before sign-in, the device known from earlier sign-ins, and a guest's visits of
 * portals.
 */
export type CookieName = "roost_session" | "roost_visit" | "roost_device" | "roost_guest";

/**
 * Reads a 32-byte secret from a cookie; undefined for anything else. Over HTTPS only the `__Host-` name counts, which other hosts and
 * plain connections cannot set (RFC 6265bis, 4.1.3).
 */
export function secretCookie(request: FastifyRequest, name: CookieName): Buffer | undefined {
  const text = textOf(request, name);
  return secret.test(text) ? Buffer.from(text, "base64url") : undefined;
}

const secret = /^[A-Za-z0-9_-]{43}$/;

/** Reads the device cookie: the device and its signatures, both unverified; undefined when malformed. */
export function deviceCookie(request: FastifyRequest): [device: Buffer, ...signatures: Buffer[]] | undefined {
  const parts = textOf(request, "roost_device").split(".");
  if (parts.length > 10 || !parts.every((part) => secret.test(part))) return undefined;
  const [device, ...signatures] = parts.map((part) => Buffer.from(part, "base64url"));
  return device && [device, ...signatures];
}

/** @param maxAge seconds */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: readonly Buffer[],
  maxAge: number,
): void {
  write(request, reply, "roost_device", parts.map((part) => part.toString("base64url")).join("."), maxAge);
}

/** Portals that one browser has open; older ones are dropped. */
const maxVisits = 10;

/** Reads the texts of a guest's visits, unverified, newest first. */
export const guestCookie = (request: FastifyRequest): string[] =>
  textOf(request, "roost_guest").split("~").slice(0, maxVisits);

/** Adds a visit to those of other stays. @param maxAge seconds */
export function addGuestVisit(request: FastifyRequest, reply: FastifyReply, text: string, maxAge: number): void {
  const visits = [text, ...guestCookie(request).filter((other) => other !== "" && other !== text)];
  write(request, reply, "roost_guest", visits.slice(0, maxVisits).join("~"), maxAge);
}

function textOf(request: FastifyRequest, name: CookieName): string {
  const start = `${fullName(request, name)}=`;
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
}

/** Sets a secret cookie. @param maxAge seconds; without it the cookie ends with the browser session */
export function setSecretCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  secret: Buffer,
  maxAge?: number,
): void {
  write(request, reply, name, secret.toString("base64url"), maxAge);
}

/** Deletes a cookie. */
export function clearCookie(request: FastifyRequest, reply: FastifyReply, name: CookieName): void {
  write(request, reply, name, "", 0);
}

function write(request: FastifyRequest, reply: FastifyReply, name: CookieName, value: string, maxAge?: number): void {
  const parts = [`${fullName(request, name)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  if (isSecure(request)) parts.push("Secure");
  void reply.header("set-cookie", parts.join("; "));
}

function fullName(request: FastifyRequest, name: CookieName): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

/** Plain requests get here only with ROOST_TLS=off, on loopback: the transport redirects all others to HTTPS. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}
