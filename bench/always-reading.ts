import type { ApiAuthenticator } from "../src/interfaces/rest/admission/authentication.ts";

/** Disables the response cache (docs/design/response-cache.md): most benchmarks measure uncached reads. */
export function alwaysReading(authenticator: ApiAuthenticator): ApiAuthenticator {
  return {
    ...authenticator,
    authenticate: async (request, reply) => {
      const { content: _, ...caller } = await authenticator.authenticate(request, reply);
      return caller;
    },
  };
}
