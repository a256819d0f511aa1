import { randomBytes } from "node:crypto";
import { isObject } from "../../../kernel/values/structure.ts";
import { OAuthError } from "../../../modules/platform/access/tokens/oauth-error.ts";

/**
 * Answers a client registration (RFC 7591, 3.2.1) with an id. Nothing is stored and the id grants nothing: each sign-in checks its
 * redirect URI (redirect-policy.ts) and yields the pasted token.
 * @throws OAuthError
 */
export function registration(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new OAuthError("invalid_request", "The body must be a JSON object.");
  const { redirect_uris: uris, client_name: name } = body;
  const redirectUris: unknown[] = Array.isArray(uris) ? uris : [];
  return {
    client_id: `agent-${randomBytes(16).toString("hex")}`,
    redirect_uris: redirectUris.filter((uri) => typeof uri === "string"),
    ...(typeof name === "string" ? { client_name: name } : {}),
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
    response_types: ["code"],
  };
}
