/** The error codes of RFC 6749 (4.1.2.1, 5.2) and RFC 8707 that Roost answers with. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "server_error"
  | "temporarily_unavailable";

/**
 * An OAuth request that is refused, as a value with a code: made where it is found, turned into JSON, a redirect or a page at the
 * edge. The description is one sentence in visible ASCII without quotes and backslashes, and repeats nothing secret.
 */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode;
  /** HTTP, where the answer is not a redirect. */
  readonly status: number;

  constructor(error: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.name = "OAuthError";
    this.error = error;
    this.status = status;
  }
}

/** What a `catch` got hold of, when it is an OAuthError; anything else is thrown on. */
export function oauthErrorOrThrow(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  throw error;
}
