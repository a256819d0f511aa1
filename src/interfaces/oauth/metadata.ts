import { everyScope } from "../../modules/platform/access/scope-list.ts";
import { grantTypes } from "./model-token.ts";

const clientAuthentication = ["client_secret_basic", "client_secret_post"];

/** The provider's metadata document (RFC 8414, 2; RFC 9207, 3). */
export function metadata(baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    scopes_supported: everyScope,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    introspection_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  };
}
