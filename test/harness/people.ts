import { installConsole } from "../../src/modules/platform/access/applications/console-application.ts";
import { ownApplication } from "../../src/modules/platform/access/applications/own-application.ts";
import type { Role } from "../../src/modules/platform/access/roles.ts";
import { openSession } from "../../src/modules/platform/people/sessions.ts";
import { type Answer, ApiClient, type Json } from "./client.ts";
import { baseUrl, type TestService } from "./service.ts";

/** A user's browser session in the console: cookie, account and the headers of writes. */
export class ConsoleClient extends ApiClient {
  readonly user: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, account: number, user: number, cookie: string, csrfToken: string) {
    super(url, undefined, account);
    this.user = user;
    this.headers = { cookie, "roost-account": String(account), origin: baseUrl, "x-csrf-token": csrfToken };
  }

  override send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return super.send(method, path, body, { ...this.headers, ...headers });
  }

  /** The service's answer about the signed-in user. */
  async session(): Promise<{ status: number; json: Json }> {
    return sessionOf(this.url, this.headers.cookie ?? "");
  }
}

/** Roost's own application, which an account's staff use. */
export async function ownPeople(service: TestService, account: number): Promise<ApiClient> {
  const application = await service.database.transaction((transaction) => ownApplication(transaction));
  return service.aClient(account, { application });
}

/** Creates a signed-in user with a role and a console. @param rentals assigned to them */
export async function aMember(
  service: TestService,
  account: number,
  role: Role,
  { rentals = [], name = "Rosa Robles" }: { rentals?: readonly number[]; name?: string } = {},
): Promise<ConsoleClient> {
  const email = `${crypto.randomUUID()}@example.com`;
  const [row] = await service.sql(
    "insert into users (email, fullname, password_digest) values ($1, $2, 'none') returning id",
    [email, name],
  );
  const user = Number(row?.id);
  await joins(service, account, user, role, rentals);
  const session = await openSession(service.database, { id: user, passwordDigest: "none" });
  if (!session) throw new Error("openSession returned no session");
  const cookie = `roost_session=${session.toString("base64url")}`;
  const { json } = await sessionOf(service.url, cookie);
  return new ConsoleClient(service.url, account, user, cookie, String(json.csrf_token));
}

/** Adds a person to another account, and a console to the account if it has none. */
export async function joins(
  service: TestService,
  account: number,
  user: number,
  role: Role,
  rentals: readonly number[] = [],
): Promise<void> {
  await service.database.within([account]).transaction((transaction) => installConsole(transaction, account));
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, $3)", [account, user, role]);
  await service.sql(
    "insert into membership_rentals (account_id, user_id, rental_id) select $1, $2, unnest($3::bigint[])",
    [account, user, rentals],
  );
}

async function sessionOf(url: string, cookie: string): Promise<{ status: number; json: Json }> {
  const answer = await fetch(`${url}/console/session`, { headers: { cookie } });
  const json: unknown = await answer.json();
  return { status: answer.status, json: Object(json) };
}
