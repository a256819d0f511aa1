import { createHmac, timingSafeEqual } from "node:crypto";
import { type Html, html } from "./html.ts";

/** The name of the hidden field that every form of a page has. */
export const csrfName = "csrf_token";

/** A session's token, for pages that send no form. */
export const csrfText = (session: Buffer): string => csrfToken(session).toString("base64url");

/** The hidden field that proves that a form came from a page of ours, shown to this session. */
export function csrfField(session: Buffer): Html {
  return html`<input type="hidden" name="${csrfName}" value="${csrfText(session)}">`;
}

/** Whether a submitted token is this session's. @param submitted the value of the field, whatever it is */
export function csrfMatches(session: Buffer, submitted: unknown): boolean {
  const token = Buffer.from(typeof submitted === "string" ? submitted : "", "base64url");
  const expected = csrfToken(session);
  return token.length === expected.length && timingSafeEqual(token, expected);
}

/** Derived from the session's secret, which it does not reveal. */
function csrfToken(session: Buffer): Buffer {
  return createHmac("sha256", session).update("roost form").digest();
}
