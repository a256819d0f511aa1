import { randomBytes } from "node:crypto";

/** An access token's lifetime in seconds (service.md, Authentication 5). */
export const accessTokenLifetime = 7200;

/** All secrets that the provider issues are 32 random bytes. */
export function newRefreshToken(): string {
  return `roost_refresh_${randomBytes(32).toString("base64url")}`;
}

export function newAuthorizationCode(): string {
  return randomBytes(32).toString("base64url");
}
