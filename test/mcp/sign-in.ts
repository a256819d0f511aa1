import { createHash, randomBytes } from "node:crypto";
import { baseUrl, type TestService } from "../harness/service.ts";
import { PlainBrowser, type Seen } from "../web/plain-browser.ts";

/** The connector sign-in, step by step, for a client and a person without JavaScript. */

/** The issuer that the agent endpoint's metadata names. */
export const issuer = `${baseUrl}/mcp`;

export const verifier = randomBytes(32).toString("base64url");
export const challenge = createHash("sha256").update(verifier).digest("base64url");
export const loopback = "http://127.0.0.1:4321/callback";

/** Parameters to override, or to omit (undefined). */
type More = Record<string, string | undefined>;

/** The parameters of an authorization request. */
export const request = (more: More = {}): Record<string, string> => {
  const all = {
    response_type: "code",
    client_id: "agent-1",
    redirect_uri: loopback,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

/** The page where the person pastes the token. */
export const path = (more: More = {}) => `/mcp/oauth/authorize?${new URLSearchParams(request(more))}`;

/** Opens the page and pastes a token. */
export async function pasting(
  service: TestService,
  pasted: string,
  more: More = {},
  browser = new PlainBrowser(service.url),
): Promise<Seen> {
  await browser.get(path(more));
  return browser.post("/mcp/oauth/authorize", { ...request(more), token: pasted });
}

/** The code that a client receives for a pasted token. */
export async function aCode(service: TestService, token: string, more: More = {}): Promise<string> {
  const { location } = await pasting(service, token, more);
  return new URL(location ?? "").searchParams.get("code") ?? "";
}

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** Requests the token as a client does. @param url the service's URL */
export async function exchanging(url: string, more: More): Promise<Exchange> {
  const all = {
    grant_type: "authorization_code",
    client_id: "agent-1",
    redirect_uri: loopback,
    code_verifier: verifier,
    ...more,
  };
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) body.set(name, value);
  const response = await fetch(`${url}/mcp/oauth/token`, { method: "POST", body });
  return { status: response.status, headers: response.headers, json: Object(await response.json()) };
}
