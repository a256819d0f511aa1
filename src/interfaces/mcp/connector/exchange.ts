import { createHash, timingSafeEqual } from "node:crypto";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { findGoodToken } from "../../../modules/platform/access/agent-tokens/good-token.ts";
import { OAuthError } from "../../../modules/platform/access/tokens/oauth-error.ts";
import type { OAuthParameters } from "../../oauth/oauth-parameters.ts";
import { takeCode } from "./codes.ts";

/** The token response (RFC 6749, 5.1). The access token is the pasted token; there is no refresh token. */
export interface Exchanged {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in?: number;
}

/**
 * Exchanges a code for the pasted token (agent.md, Connector sign-in). The first attempt consumes the code, even when it fails,
 * so verifiers cannot be guessed.
 * @throws OAuthError
 */
export async function exchangeCode(reader: Reader, parameters: OAuthParameters): Promise<Exchanged> {
  if (parameters.need("grant_type") !== "authorization_code") {
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code.");
  }
  const code = parameters.need("code");
  const redirectUri = parameters.need("redirect_uri");
  const verifier = parameters.need("code_verifier");
  const clientId = parameters.get("client_id");
  const taken = await takeCode(reader, code);
  if (!taken) throw refused("The code is unknown, expired or already used.");
  if (taken.redirectUri !== redirectUri) throw refused("redirect_uri does not match the authorization request.");
  if (clientId !== undefined && clientId !== taken.clientId) throw refused("The code was issued to another client_id.");
  if (!verifies(verifier, taken.codeChallenge)) throw refused("code_verifier does not match the code_challenge.");
  const good = await findGoodToken(reader, taken.token);
  if (!good) throw refused("The pasted token has expired or was revoked.");
  return {
    access_token: taken.token,
    token_type: "Bearer",
    ...(good.seconds === undefined ? {} : { expires_in: good.seconds }),
  };
}

/** RFC 7636, 4.6, for S256. */
function verifies(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const computed = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}

function refused(sentence: string): OAuthError {
  return new OAuthError("invalid_grant", sentence);
}
