import * as oauth from "oauth4webapi";
import { baseUrl, type TestService } from "../harness/service.ts";
import type { TestApplication } from "./fixture.ts";

/** A client built on oauth4webapi, a third-party library that validates our responses. */
export class ForeignClient {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  private readonly service: TestService;

  private constructor(
    service: TestService,
    application: TestApplication,
    server: oauth.AuthorizationServer,
    basic: boolean,
  ) {
    this.service = service;
    this.server = server;
    this.client = { client_id: application.clientId };
    this.authentication = (basic ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(application.clientSecret);
  }

  /** Discovers the provider by its metadata. */
  static async of(
    service: TestService,
    application: TestApplication,
    by: "basic" | "post" = "post",
  ): Promise<ForeignClient> {
    const issuer = new URL(baseUrl);
    const options = { algorithm: "oauth2", [oauth.customFetch]: throughService(service) } as const;
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
    return new ForeignClient(service, application, server, by === "basic");
  }

  /** The path of an authorization request, from the server's metadata. */
  authorizePath(parameters: Record<string, string>): string {
    const url = new URL(this.server.authorization_endpoint ?? "");
    return `${url.pathname}?${new URLSearchParams({ client_id: this.client.client_id, response_type: "code", ...parameters })}`;
  }

  /** Validates the redirect (state, issuer, errors) and exchanges its code. */
  async exchange(
    location: string | null,
    redirectUri: string,
    expected: { state?: string; verifier?: string } = {},
  ): Promise<oauth.TokenEndpointResponse> {
    const { server, client } = this;
    const url = new URL(location ?? "");
    const parameters = oauth.validateAuthResponse(server, client, url, expected.state ?? oauth.expectNoState);
    const verifier = expected.verifier ?? oauth.nopkce;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      this.authentication,
      parameters,
      redirectUri,
      verifier,
      this.options,
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  }

  async refresh(token: string): Promise<oauth.TokenEndpointResponse> {
    const { server, client } = this;
    const response = await oauth.refreshTokenGrantRequest(server, client, this.authentication, token, this.options);
    return oauth.processRefreshTokenResponse(server, client, response);
  }

  async clientCredentials(scope?: string): Promise<oauth.TokenEndpointResponse> {
    const { server, client } = this;
    const parameters: Record<string, string> = scope === undefined ? {} : { scope };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      this.authentication,
      parameters,
      this.options,
    );
    return oauth.processClientCredentialsResponse(server, client, response);
  }

  async introspect(token: string): Promise<oauth.IntrospectionResponse> {
    const { server, client } = this;
    const response = await oauth.introspectionRequest(server, client, this.authentication, token, this.options);
    return oauth.processIntrospectionResponse(server, client, response);
  }

  async revoke(token: string): Promise<void> {
    const { server, client } = this;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, this.authentication, token, this.options),
    );
  }

  /** Calls the API. */
  async call(path: string, token: string): Promise<Response> {
    return oauth.protectedResourceRequest(
      token,
      "GET",
      new URL(`${baseUrl}/api/v3${path}`),
      undefined,
      undefined,
      this.options,
    );
  }

  private get options(): { [oauth.customFetch]: ReturnType<typeof throughService> } {
    return { [oauth.customFetch]: throughService(this.service) };
  }
}

/** Routes requests for the service's public URL to the test service. */
function throughService(service: TestService) {
  return (
    url: string,
    { body, signal, ...options }: oauth.CustomFetchOptions<string, oauth.ProtectedResourceRequestBody>,
  ): Promise<Response> =>
    fetch(url.replace(baseUrl, service.url), {
      ...options,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
}
