import type { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import type { ReturnAddress } from "./authorization-request.ts";

/** The URL that returns a code to the application (RFC 6749, 4.1.2), with the issuer (RFC 9207). */
export function codeUrl(issuer: string, to: ReturnAddress, code: string): string {
  return returnUrl(issuer, to, [["code", code]]);
}

/** The URL that returns an error to the application (RFC 6749, 4.1.2.1). */
export function errorUrl(issuer: string, to: ReturnAddress, error: OAuthError): string {
  return returnUrl(issuer, to, [
    ["error", error.error],
    ["error_description", error.message],
  ]);
}

/** Appends to the registered URI, which keeps its own query. */
function returnUrl(issuer: string, to: ReturnAddress, answer: [string, string][]): string {
  const query = new URLSearchParams(answer);
  if (to.state !== undefined) query.set("state", to.state);
  query.set("iss", issuer);
  return `${to.redirectUri}${to.redirectUri.includes("?") ? "&" : "?"}${query}`;
}
