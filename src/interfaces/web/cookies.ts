import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies that the pages set: who is signed in, which browser was shown the sign-in form, and who signed in on it before. */
export type CookieName = "roost_session" | "roost_visit" | "roost_device";

/**
 * A secret of 32 bytes that the browser sent under a name; undefined for anything else. Over HTTPS only the `__Host-` name counts,
 * which no other host and no plain connection can set (RFC 6265bis, 4.1.3).
 */
export function secretCookie(request: FastifyRequest, name: CookieName): Buffer | undefined {
  const text = textOf(request, name);
  return secret.test(text) ? Buffer.from(text, "base64url") : undefined;
}

const secret = /^[A-Za-z0-9_-]{43}$/;

/** The device that the browser says to be, and its signatures; undefined for anything else. */
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

function textOf(request: FastifyRequest, name: CookieName): string {
  const start = `${fullName(request, name)}=`;
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
}

/** Gives the browser a secret. @param maxAge seconds; without it the cookie ends with the browser */
export function setSecretCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  secret: Buffer,
  maxAge?: number,
): void {
  write(request, reply, name, secret.toString("base64url"), maxAge);
}

/** Takes a cookie back. */
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

/** Plain requests get this far on loopback only, with ROOST_TLS=off: the transport sends all others to HTTPS. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}
