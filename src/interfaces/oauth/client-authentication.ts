import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Transaction } from "../../database/sql/transaction.ts";
import { digestOf } from "../../modules/platform/access/access-token.ts";
import {
  type Application,
  findApplication,
} from "../../modules/platform/access/applications/registered-application.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import type { OAuthParameters } from "./oauth-parameters.ts";

/** An application's id and secret. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads credentials from HTTP Basic or from `client_id` and `client_secret` (RFC 6749, 2.3.1).
 * @throws OAuthError invalid_client when there are none, invalid_request when there are both
 */
export function credentialsOf(authorization: string | undefined, parameters: OAuthParameters): ClientCredentials {
  const id = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  const encoded = authorization === undefined ? undefined : /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) {
    if (authorization !== undefined && /^Basic\b/i.test(authorization)) throw unknownClient();
    if (id === undefined || secret === undefined) {
      throw new OAuthError("invalid_client", "client_id and client_secret are required.", 401);
    }
    return { clientId: id, clientSecret: secret };
  }
  const [, user = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  const basic = { clientId: formDecoded(user), clientSecret: formDecoded(password) };
  if (secret !== undefined || (id !== undefined && id !== basic.clientId)) {
    throw new OAuthError("invalid_request", "Authenticate either by HTTP Basic or by parameters, not both.");
  }
  return basic;
}

/** Compared for unknown applications, so the response time reveals nothing. */
const dummyDigest = digestOf(randomBytes(32).toString("base64url"));

/** Authenticates an application. @throws OAuthError invalid_client */
export async function authenticateClient(
  transaction: Transaction,
  credentials: ClientCredentials,
): Promise<Application> {
  const application = await findApplication(transaction, credentials.clientId);
  const expected = application?.secretDigests ?? [dummyDigest];
  const presented = digestOf(credentials.clientSecret);
  const isMatch = expected
    .map((digest) => digest.length === presented.length && timingSafeEqual(digest, presented))
    .includes(true);
  if (!application || !isMatch) throw unknownClient();
  return application;
}

function unknownClient(): OAuthError {
  return new OAuthError("invalid_client", "client_id or client_secret is wrong.", 401);
}

/** Basic credentials are form-encoded (RFC 6749, 2.3.1). Malformed ones match no application. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) throw unknownClient();
    throw error;
  }
}
