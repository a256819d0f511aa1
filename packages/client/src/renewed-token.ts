import type { Authentication } from "./authentication.ts";
import type { Tokens } from "./oauth.ts";

/** Refreshes tokens this early, as requests take a moment to arrive. */
const marginMs = 30_000;

/**
 * Authenticates with a token that is refreshed when it expires. Concurrent requests share one refresh.
 * @param renewal gets the next tokens and saves them before they are used
 */
export function renewedToken(
  first: Tokens | undefined,
  renewal: (tokens: Tokens | undefined) => Promise<Tokens>,
): Authentication {
  let tokens = first;
  let pending: Promise<Tokens> | undefined;
  const renew = (): Promise<Tokens> => {
    pending ??= renewal(tokens)
      .then((renewed) => {
        tokens = renewed;
        return renewed;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const bearerOf = ({ accessToken }: Tokens): string => `Bearer ${accessToken}`;
  return {
    async authorize(headers, _method, signal) {
      const current = pending === undefined ? tokens : undefined;
      const isFresh = current !== undefined && current.expiresAt - marginMs > Date.now();
      headers.set("authorization", bearerOf(isFresh ? current : await unlessAborted(renew(), signal)));
    },
    async renew(refused, signal) {
      // Another request may have refreshed the token since.
      const isRefreshed = tokens !== undefined && refused.get("authorization") !== bearerOf(tokens);
      if (!isRefreshed) await unlessAborted(renew(), signal);
      return true;
    },
  };
}

/** Rejects when the signal aborts, without ending the refresh that other requests wait for. */
function unlessAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    awaited.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
