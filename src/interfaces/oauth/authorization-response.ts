import type { ReturnAddress } from "./authorization-request.ts";
import type { OAuthError } from "../../modules/access/oauth-error.ts";

/** The way back to the application with a code (RFC 6749, 4.1.2) and with who issued it (RFC 9207). */
export function codeUrl(issuer: string, to: ReturnAddress, code: string): string {
  return returnUrl(issuer, to, [["code", code]]);
}

/** The way back to the application with an error (RFC 6749, 4.1.2.1). */
export function errorUrl(issuer: string, to: ReturnAddress, oauthError: OAuthError): string {
  return returnUrl(issuer, to, [
    ["error", oauthError.error],
    ["error_description", oauthError.message],
  ]);
}

/** The registered URI stays as it is, with its own query; ours is put behind it. */
function returnUrl(issuer: string, to: ReturnAddress, answer: [string, string][]): string {
  const query = new URLSearchParams(answer);
  if (to.state !== undefined) query.set("state", to.state);
  query.set("iss", issuer);
  return `${to.redirectUri}${to.redirectUri.includes("?") ? "&" : "?"}${query}`;
}
