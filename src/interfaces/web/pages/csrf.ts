import { createHmac, timingSafeEqual } from "node:crypto";
import { type Html, html } from "./html.ts";

/** The name of the hidden field in every form. */
export const csrfName = "csrf_token";

/** A session's CSRF token, for pages without a form. */
export const csrfText = (session: Buffer): string => csrfToken(session).toString("base64url");

/** The hidden field with a session's CSRF token. */
export function csrfField(session: Buffer): Html {
  return html`<input type="hidden" name="${csrfName}" value="${csrfText(session)}">`;
}

/** Whether a submitted token belongs to this session. @param submitted the field's value, unvalidated */
export function csrfMatches(session: Buffer, submitted: unknown): boolean {
  const token = Buffer.from(typeof submitted === "string" ? submitted : "", "base64url");
  const expected = csrfToken(session);
  return token.length === expected.length && timingSafeEqual(token, expected);
}

/** An HMAC keyed with the session's secret, which it does not reveal. */
function csrfToken(session: Buffer): Buffer {
  return createHmac("sha256", session).update("roost form").digest();
}
