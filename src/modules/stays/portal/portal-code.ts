import { timingSafeEqual } from "node:crypto";
import { keyedDigest } from "../../../kernel/access/keyed-digest.ts";
import type { PortalGuest, PortalPage } from "./portal-guest.ts";

/** A code is valid in the ten minutes in which it was mailed and in the next ten. */
const periodMs = 600_000;
const codeDigits = 8;

/** Milliseconds that a browser stays verified. */
const visitMs = 24 * 3_600_000;

/** The booking's portal and its guest, to whom codes and visits belong. Another guest or address ends both. */
export interface Entrance {
  readonly page: PortalPage;
  readonly guest: PortalGuest;
  /** Signs the service's links: 32 bytes. */
  readonly linkKey: Buffer;
}

/** A period's code: digits, computed from the link key and stored nowhere. @param period see `periodAt` */
export function portalCode(entrance: Entrance, period: number): string {
  const number = digestOf(entrance, "portal code", period).readBigUInt64BE(0) % 10n ** BigInt(codeDigits);
  return number.toString().padStart(codeDigits, "0");
}

/** The number of a moment's period. @param now epoch milliseconds */
export const periodAt = (now: number): number => Math.floor(now / periodMs);

/** Whether a typed text is a valid code, in constant time. Ignores spaces and hyphens. */
export function isPortalCode(entrance: Entrance, text: string, now: number): boolean {
  const typed = Buffer.from(
    text
      .replaceAll(/[\s-]/g, "")
      .slice(0, codeDigits + 1)
      .padEnd(codeDigits, "x"),
  );
  const period = periodAt(now);
  const matches = [period, period - 1].map((valid) => {
    const expected = Buffer.from(portalCode(entrance, valid));
    return typed.length === expected.length && timingSafeEqual(typed, expected);
  });
  return matches.includes(true);
}

/** A verified browser: the text of its cookie and the secret of its forms. */
export interface PortalVisit {
  /** The expiry in epoch milliseconds and a signature. */
  readonly text: string;
  /** 32 bytes that only this browser knows. */
  readonly secret: Buffer;
}

/** Signs a visit of a guest who typed a valid code. @param now epoch milliseconds */
export function newVisit(entrance: Entrance, now: number): PortalVisit {
  const expiresAt = now + visitMs;
  const secret = digestOf(entrance, "portal visit", expiresAt);
  return { text: `${expiresAt}.${secret.toString("base64url")}`, secret };
}

/** Finds the booking's visit among a browser's; undefined if it has expired or all belong to other bookings or guests. */
export function findVisit(entrance: Entrance, texts: readonly string[], now: number): PortalVisit | undefined {
  for (const text of texts) {
    const visit = readVisit(entrance, text, now);
    if (visit) return visit;
  }
  return undefined;
}

function readVisit(entrance: Entrance, text: string, now: number): PortalVisit | undefined {
  const [, expires = "", signature = ""] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (expires === "" || Number(expires) <= now) return undefined;
  const secret = digestOf(entrance, "portal visit", Number(expires));
  const received = Buffer.from(signature, "base64url");
  return received.length === secret.length && timingSafeEqual(received, secret) ? { text, secret } : undefined;
}

function digestOf({ page, guest, linkKey }: Entrance, purpose: string, moment: number): Buffer {
  const { client, email, salt } = guest;
  return keyedDigest(linkKey, JSON.stringify([purpose, page.account, page.booking, salt, client, email, moment]));
}
