/** How a client says who asks. `bearer`, `session`, `refreshingTokens` and `clientCredentials` make one; so may you. */
export interface Authentication {
  /** Sets the headers of a request that is about to be sent, each time that it is. */
  authorize(headers: Headers, method: string, signal: AbortSignal): void | Promise<void>;
  /**
   * Called after a 401, once a request, with the headers that were refused.
   * @returns whether it is worth trying again
   */
  renew?(refused: Headers, signal: AbortSignal): Promise<boolean>;
}

/**
 * A token that somebody else looks after, such as one made by the administrator.
 * @param token a function is asked before each request
 */
export function bearer(token: string | (() => string | Promise<string>)): Authentication {
  return {
    async authorize(headers) {
      headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
    },
  };
}

/** What a page of the service itself knows of the person who is signed in. */
export interface Session {
  /** The id of the account that is looked at, asked before each request. */
  readonly account: () => number;
  /** The session's token against forged requests (`csrf_token` of `GET /console/session`), sent with writes. */
  readonly csrfToken: () => string;
}

/** The session of the person who is signed in, for pages of the service's own origin: the browser sends the cookie. */
export function session({ account, csrfToken }: Session): Authentication {
  return {
    authorize(headers, method) {
      headers.set("roost-account", String(account()));
      if (method !== "GET" && method !== "HEAD") headers.set("x-csrf-token", csrfToken());
    },
  };
}
