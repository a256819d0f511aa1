import { randomBytes } from "node:crypto";

/** Seconds that an access token lives (service.md, Authentication 5). */
export const accessTokenLifetime = 7200;

/** Every secret that the provider gives away is 32 random bytes. */
export function newRefreshToken(): string {
  return `roost_refresh_${randomBytes(32).toString("base64url")}`;
}

export function newAuthorizationCode(): string {
  return randomBytes(32).toString("base64url");
}
