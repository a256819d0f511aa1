/** The URL of the agent endpoint, which is both the protected resource and the issuer of its sign-in. */
export function endpointUrl(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** The protected-resource metadata (RFC 9728, 2). */
export function resourceMetadata(baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    resource: endpointUrl(baseUrl),
    authorization_servers: [endpointUrl(baseUrl)],
    bearer_methods_supported: ["header"],
    resource_name: "Roost",
    resource_documentation: `${baseUrl}/docs`,
  };
}

/** The authorization-server metadata (RFC 8414, 2): PKCE, no client secrets, no refresh tokens. */
export function serverMetadata(baseUrl: string): Readonly<Record<string, unknown>> {
  const issuer = endpointUrl(baseUrl);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
