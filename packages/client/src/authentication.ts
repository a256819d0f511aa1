/** A client's authentication. Use `bearer`, `session`, `refreshingTokens` or `clientCredentials`, or write your own. */
export interface Authentication {
  /** Sets a request's headers before each attempt. */
  authorize(headers: Headers, method: string, signal: AbortSignal): void | Promise<void>;
  /**
   * Runs after a 401, once per request, with the rejected headers.
   * @returns whether to try again
   */
  renew?(refused: Headers, signal: AbortSignal): Promise<boolean>;
}

/**
 * A token managed elsewhere, such as one from the administrator.
 * @param token a function runs before each request
 */
export function bearer(token: string | (() => string | Promise<string>)): Authentication {
  return {
    async authorize(headers) {
      headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
    },
  };
}

/** The signed-in user's session, as a page of the service knows it. */
export interface Session {
  /** The selected account's id, read before each request. */
  readonly account: () => number;
  /** The session's CSRF token (`csrf_token` of `GET /console/session`), sent with writes. */
  readonly csrfToken: () => string;
}

/** Authenticates with the signed-in user's session, for pages on the service's own origin. The browser sends the cookie. */
export function session({ account, csrfToken }: Session): Authentication {
  return {
    authorize(headers, method) {
      headers.set("roost-account", String(account()));
      if (method !== "GET" && method !== "HEAD") headers.set("x-csrf-token", csrfToken());
    },
  };
}
