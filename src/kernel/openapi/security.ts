import { type Scope, scopes, withWriters } from "../access/scopes.ts";
import type { Json } from "./json-schema.ts";

/** The name of the only security scheme. */
const scheme = "oauth2";

/** The ways to get a token, and the permissions of each scope. @param baseUrl the service's URL */
export function securitySchemes(baseUrl: string): Json {
  return {
    [scheme]: {
      type: "oauth2",
      description:
        "An access token in the header Authorization: Bearer <token>. An account grants one to an application through the authorization code flow. An application's own token (client credentials) reads the published data of the accounts that installed it.",
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl: `${baseUrl}/oauth/token`,
          refreshUrl: `${baseUrl}/oauth/token`,
          scopes,
        },
        clientCredentials: { tokenUrl: `${baseUrl}/oauth/token`, scopes: { public: scopes.public } },
      },
    },
  };
}

/** Any one scope is sufficient, and a write scope includes its read scope. */
export function requirements(admitting: readonly Scope[]): Json[] {
  return [...withWriters(admitting)].map((scope) => ({ [scheme]: [scope] }));
}
