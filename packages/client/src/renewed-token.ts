import type { Authentication } from "./authentication.ts";
import type { Tokens } from "./oauth.ts";

/** Milliseconds before its end in which a token is renewed already: the request takes a moment to arrive. */
const early = 30_000;

/**
 * Sends a token that is renewed when it ends: one renewal at a time, for which all requests wait that need it.
 * @param renewal gets the next tokens, and keeps them before anybody uses them
 */
export function renewedToken(
  first: Tokens | undefined,
  renewal: (tokens: Tokens | undefined) => Promise<Tokens>,
): Authentication {
  let tokens = first;
  let underway: Promise<Tokens> | undefined;
  const renew = (): Promise<Tokens> => {
    underway ??= renewal(tokens)
      .then((renewed) => {
        tokens = renewed;
        return renewed;
      })
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };
  const bearerOf = ({ accessToken }: Tokens): string => `Bearer ${accessToken}`;
  return {
    async authorize(headers, _method, signal) {
      const held = underway === undefined ? tokens : undefined;
      const isFresh = held !== undefined && held.expiresAt - early > Date.now();
      headers.set("authorization", bearerOf(isFresh ? held : await unlessAborted(renew(), signal)));
    },
    async renew(refused, signal) {
      // Another request may have renewed it since this one was sent.
      const isOld = tokens !== undefined && refused.get("authorization") !== bearerOf(tokens);
      if (!isOld) await unlessAborted(renew(), signal);
      return true;
    },
  };
}

/** The renewal goes on for the others when one who waits for it is aborted. */
function unlessAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    awaited.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
