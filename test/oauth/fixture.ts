import { randomBytes } from "node:crypto";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { outOfBand } from "../../src/modules/platform/access/applications/redirect-uri.ts";
import {
  type RegisteredApplication,
  registerApplication,
} from "../../src/modules/platform/access/applications/register-application.ts";
import type { Role } from "../../src/modules/platform/access/roles.ts";
import { openSession } from "../../src/modules/platform/people/sessions.ts";
import type { TestService } from "../harness/service.ts";

export { outOfBand };

/** The redirect URI of the tests' applications. */
export const callback = "https://channel.example/callback";

/** A registered application with its credentials. */
export interface TestApplication extends RegisteredApplication {
  readonly name: string;
}

/** Registers an application like the command line does. */
export async function anApplication(
  service: TestService,
  options: { name?: string; redirectUris?: readonly string[]; scopes?: readonly Scope[] } = {},
): Promise<TestApplication> {
  const name = options.name ?? "Channel Link";
  const registered = await service.database.transaction((transaction) =>
    registerApplication(transaction, {
      name,
      redirectUris: options.redirectUris ?? [callback, outOfBand],
      scopes: options.scopes ?? ["public", "bookings_read", "bookings_write_owned", "rates_write"],
    }),
  );
  return { ...registered, name };
}

/** A signed-in user's browser: sends cookies, follows no redirect. */
export class Person {
  readonly id: number;
  private readonly service: TestService;
  private readonly cookie: string;

  constructor(service: TestService, id: number, session: Buffer) {
    this.service = service;
    this.id = id;
    this.cookie = `roost_session=${session.toString("base64url")}`;
  }

  get(path: string): Promise<Response> {
    return fetch(this.service.url + path, { redirect: "manual", headers: { cookie: this.cookie } });
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return fetch(this.service.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: this.cookie },
      body,
    });
  }

  /** Opens an authorization URL and submits the consent page. */
  async answer(path: string, decision: "approve" | "deny", chosen: Record<string, string> = {}): Promise<Response> {
    const consent = await this.get(path);
    const text = await consent.text();
    if (consent.status !== 200) throw new Error(`No consent page: ${consent.status} ${text.slice(0, 300)}`);
    return this.post("/oauth/authorize", { ...hiddenFields(text), ...chosen, decision });
  }
}

/** Creates a signed-in member of these accounts. */
export async function aPerson(
  service: TestService,
  memberships: readonly { account: number; role?: Role }[],
): Promise<Person> {
  const passwordDigest = "nobody signs in with this";
  const [row] = await service.sql(
    "insert into users (email, fullname, password_digest) values ($1, $2, $3) returning id",
    [`${randomBytes(6).toString("hex")}@example.com`, "Ana Ruiz", passwordDigest],
  );
  const id = Number(row?.id);
  for (const { account, role } of memberships) {
    await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, $3)", [
      account,
      id,
      role ?? "owner",
    ]);
  }
  const session = await openSession(service.database, { id, passwordDigest });
  if (!session) throw new Error("openSession returned no session for a new user");
  return new Person(service, id, session);
}

/** The path of an authorization request. */
export function authorizePath(parameters: Record<string, string>): string {
  return `/oauth/authorize?${new URLSearchParams(parameters)}`;
}

/** The parameters of service.md's flow with a test's changes; an empty text omits a parameter. */
export function request(application: TestApplication, changes: Record<string, string> = {}): Record<string, string> {
  const all = { client_id: application.clientId, redirect_uri: callback, response_type: "code", ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** The hidden fields of a page's form, unescaped. */
export function hiddenFields(page: string): Record<string, string> {
  const form = /<form class="fields"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** The query parameters of a redirect back to the application. */
export function wayBack(response: Response, redirectUri = callback): URLSearchParams {
  const location = response.headers.get("location") ?? "";
  if (!location.startsWith(redirectUri)) throw new Error(`${response.status} does not lead back, but to: ${location}`);
  return new URL(location).searchParams;
}

/** Creates an account whose owner approves the application. @returns both, and the code */
export async function aCode(
  service: TestService,
  application: TestApplication,
  changes: Record<string, string> = {},
): Promise<{ account: number; owner: Person; code: string }> {
  const account = await service.anAccount();
  const owner = await aPerson(service, [{ account }]);
  return { account, owner, code: await codeFrom(owner, application, changes) };
}

/** Approves an application. @returns the authorization code */
export async function codeFrom(
  person: Person,
  application: TestApplication,
  changes: Record<string, string> = {},
): Promise<string> {
  const answer = await person.answer(authorizePath(request(application, { prompt: "consent", ...changes })), "approve");
  const code = wayBack(answer).get("code");
  if (!code) throw new Error(`No code: ${answer.headers.get("location")}`);
  return code;
}

/** A response of the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** Posts a form to an OAuth endpoint. */
export async function postForm(
  service: TestService,
  path: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<TokenResponse> {
  const response = await fetch(service.url + path, { method: "POST", headers, body: new URLSearchParams(fields) });
  const text = await response.text();
  const parsed: unknown = text === "" ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, json: { ...Object(parsed) } };
}

/** The parameters that authenticate an application. */
export function credentials(application: TestApplication): { client_id: string; client_secret: string } {
  return { client_id: application.clientId, client_secret: application.clientSecret };
}

/** A pair of tokens. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Exchanges a code as service.md describes. */
export async function exchange(service: TestService, application: TestApplication, code: string): Promise<Tokens> {
  return tokensOf(
    await postForm(service, "/oauth/token", {
      ...credentials(application),
      grant_type: "authorization_code",
      redirect_uri: callback,
      code,
    }),
  );
}

/** Exchanges a refresh token. */
export function refresh(
  service: TestService,
  application: TestApplication,
  token: string,
  more: Record<string, string> = {},
): Promise<TokenResponse> {
  const fields = { ...credentials(application), grant_type: "refresh_token", refresh_token: token, ...more };
  return postForm(service, "/oauth/token", fields);
}

/** The tokens of a successful response; throws for any other. */
export function tokensOf({ status, json }: TokenResponse): Tokens {
  const { access_token: access, refresh_token: refreshToken } = json;
  if (status !== 200 || typeof access !== "string" || typeof refreshToken !== "string") {
    throw new Error(`No tokens: ${status} ${JSON.stringify(json)}`);
  }
  return { access, refresh: refreshToken };
}

/** Connects a new application with a new account. @returns both, and the tokens */
export async function aConnection(
  service: TestService,
  changes: Record<string, string> = {},
): Promise<Tokens & { application: TestApplication; account: number; owner: Person }> {
  const application = await anApplication(service);
  const { account, owner, code } = await aCode(service, application, changes);
  return { application, account, owner, ...(await exchange(service, application, code)) };
}

/** The API's response status for a token. */
export async function apiStatus(service: TestService, token: string): Promise<number> {
  const response = await fetch(`${service.url}/api/v3/rentals`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}
