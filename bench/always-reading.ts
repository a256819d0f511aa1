import type { ApiAuthenticator } from "../src/interfaces/rest/admission/authentication.ts";

/** Lets requests in without what kept answers need: each is read anew (docs/design/response-cache.md), which is what most benchmarks measure. */
export function alwaysReading(authenticator: ApiAuthenticator): ApiAuthenticator {
  return {
    ...authenticator,
    authenticate: async (request, reply) => {
      const { content: _, ...caller } = await authenticator.authenticate(request, reply);
      return caller;
    },
  };
}
