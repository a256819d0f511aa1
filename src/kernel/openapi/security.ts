import { type Scope, scopes, withWriters } from "../access/scopes.ts";
import type { Json } from "./json-schema.ts";

/** The name of the one security scheme. */
const scheme = "oauth2";

/** How a client gets its token, and what each scope lets it do. @param baseUrl where the service is reached */
export function securitySchemes(baseUrl: string): Json {
  return {
    [scheme]: {
      type: "oauth2",
      description:
        "An access token in the header Authorization: Bearer <token>. An account gives one to an application by the authorization code flow; an application's own token (client credentials) reads what is published by the accounts that installed it.",
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

/** Any one of the scopes admits, and a write scope does what its read scope does. */
export function requirements(admitting: readonly Scope[]): Json[] {
  return [...withWriters(admitting)].map((scope) => ({ [scheme]: [scope] }));
}
