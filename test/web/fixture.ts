import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { allQueries } from "../../src/app/queries.ts";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import type { Database } from "../../src/database/connect/database.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { oauth } from "../../src/interfaces/oauth/routes.ts";
import { people } from "../../src/interfaces/web/routes.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { publicOnly } from "../../src/kernel/write/context.ts";
import type { Role } from "../../src/modules/platform/access/roles.ts";
import { argon2id, type Hashing } from "../../src/modules/platform/people/passwords/password.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { aDatabase, type Statements, statementsOn, type TestDatabase } from "../harness/databases.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { PlainBrowser } from "./plain-browser.ts";

/** The password of all test users. Its digest is computed once, because that is slow by design. */
export const password = "a lighthouse in november";
const digest = argon2id.hash(password);

export interface Person {
  readonly id: number;
  readonly email: string;
}

export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export type { Role };

/** The pages, served over a separate database. */
export interface Fixture {
  readonly database: Database;
  /** The database owner's login. */
  readonly owner: ServerAddress;
  /** The pages' plain HTTP URL, as with ROOST_TLS=off. */
  readonly url: string;
  /** Runs a statement as the database owner. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Serves the pages again, behind a proxy that terminates TLS or with other hashing. @returns the URL */
  serve(options: { proxied?: boolean; hashing?: Hashing }): Promise<string>;
  /** Creates a user with the test password. */
  aPerson(settings?: { fullname?: string; email?: string }): Promise<Person>;
  /** Creates an account with a user in a role. @returns the account's id */
  anAccount(person: Person, role: Role, businessName?: string): Promise<number>;
  /** Registers an application with these redirect URIs. */
  anApplication(settings?: {
    name?: string;
    scopes?: readonly string[];
    redirectUris?: readonly string[];
  }): Promise<Application>;
  /** Creates an application that the account has installed. @returns its id */
  anInstallation(account: number, settings?: { name?: string; scopes?: readonly string[] }): Promise<number>;
  /** Opens a signed-in browser. */
  signedIn(person: Person): Promise<PlainBrowser>;
}

/** Opens the pages for a test file. */
export function useFixture(): Fixture {
  let own: TestDatabase | undefined;
  let database: Database | undefined;
  let statements: Statements | undefined;
  let url = "";
  const apps: FastifyInstance[] = [];
  const open = (): Database => {
    if (!database) throw new Error("the fixture is not open yet: use it inside a test");
    return database;
  };
  const serve: Fixture["serve"] = async ({ proxied = false, hashing }) => {
    const transport = proxied ? new Transport("proxy", baseUrl, ["loopback"]) : plain;
    const app = Fastify({
      logger: { level: process.env.ROOST_LOG_LEVEL ?? "silent" },
      trustProxy: transport.trustedProxies,
    });
    app.addHook("onRequest", (request, reply) => transport.secure(request, reply));
    await app.register((instance) =>
      people(instance, {
        database: open(),
        secrets: testSecrets,
        endpoints: {},
        queries: allQueries(),
        cache: new ApplicationCache(),
        files: noFiles,
        outgoing: publicOnly,
        baseUrl,
        clock: Date.now,
        ...(hashing ? { hashing } : {}),
      }),
    );
    await app.register((instance) => oauth(instance, { database: open(), baseUrl }));
    apps.push(app);
    return app.listen({ host: "127.0.0.1", port: 0 });
  };
  const owner = (): ServerAddress => {
    if (!own) throw new Error("the fixture is not open yet: use it inside a test");
    return own.owner;
  };
  const sql: Fixture["sql"] = (statement, values = []) => {
    statements ??= statementsOn(owner());
    return statements.run(statement, values);
  };
  const insert = async (text: string, values: unknown[]): Promise<number> => {
    const [row] = await sql(`${text} returning id`, values);
    return Number(row?.id);
  };
  const anApplication: Fixture["anApplication"] = async ({
    name = "Calendar Crane",
    scopes = ["public", "bookings_read"],
    redirectUris = [],
  } = {}) => {
    const clientId = word();
    const id = await insert(
      "insert into applications (name, client_id, client_secret_digest, scopes, redirect_uris) values ($1, $2, '', $3, $4)",
      [name, clientId, scopes, redirectUris],
    );
    return { id, clientId, scopes };
  };
  beforeAll(async () => {
    own = await aDatabase();
    database = await openApplicationDatabase(own.application, 20);
    url = await serve({});
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all([database?.close(), statements?.end()]);
    await own?.drop();
  });
  return {
    get database() {
      return open();
    },
    get owner() {
      return owner();
    },
    get url() {
      return url;
    },
    sql,
    serve,
    async aPerson({ fullname = "Rosa Robles", email = `${word()}@example.com` } = {}) {
      const text = "insert into users (email, fullname, password_digest) values ($1, $2, $3)";
      return { id: await insert(text, [email, fullname, await digest]), email };
    },
    async anAccount(person, role, businessName = "Les Robles") {
      const account = await insert("insert into accounts (business_name) values ($1)", [businessName]);
      await sql("insert into memberships (account_id, user_id, role) values ($1, $2, $3)", [account, person.id, role]);
      return account;
    },
    anApplication,
    async anInstallation(account, settings = {}) {
      const { id, scopes } = await anApplication(settings);
      await sql("insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
        account,
        id,
        scopes,
      ]);
      return id;
    },
    async signedIn(person) {
      const browser = new PlainBrowser(url);
      const answer = await browser.signIn(person.email, password);
      if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
      await browser.get("/password");
      return browser;
    },
  };
}

/** The pages' public URL behind a proxy. */
const baseUrl = "https://roost.test";

const plain = new Transport("off", "http://localhost");

/** A unique word. */
function word(): string {
  return crypto.randomUUID().slice(0, 13);
}
