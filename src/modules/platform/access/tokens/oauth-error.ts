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
 * A refused OAuth request. The HTTP layer turns it into JSON, a redirect or a page. The description is printable ASCII without
 * quotes and backslashes, and contains no secrets.
 */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode;
  /** HTTP status, if the response is not a redirect. */
  readonly status: number;

  constructor(error: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.name = "OAuthError";
    this.error = error;
    this.status = status;
  }
}

/** Returns a caught OAuthError and rethrows any other error. */
export function oauthErrorOrThrow(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  throw error;
}
