import { randomBytes } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { generate } from "selfsigned";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { startupErrorLine } from "../../src/app/start/startup-error.ts";
import { openDatabase } from "../../src/database/open.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aDatabaseUrl, aDirectory, aPort, Service } from "./service.ts";

/** The output of a failed start with these settings: exactly one line. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const ROOST_DATA_DIR = join(await aDirectory(), "data");
  const service = new Service({ ROOST_DEMO: "off", ROOST_DATA_DIR, ...settings });
  expect(await service.ended, service.err).toEqual({ code: 1, signal: null });
  expect(service.out).toBe("");
  const lines = service.err.split("\n").filter((line) => line !== "" && !/^\{"level":30,/.test(line));
  expect(lines, service.err).toHaveLength(1);
  return lines[0] ?? "";
}

/** The line that a start prints for the error that this throws. */
function lineOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    const line = startupErrorLine(error) ?? "";
    expect(line).not.toContain("\n");
    return line;
  }
  throw new Error("It threw nothing.");
}

/** The same for a rejected promise. */
async function lineOfRejection(opening: ReturnType<typeof openDatabase>): Promise<string> {
  const error = await opening.then(
    ({ close }) => close(),
    (reason: unknown) => reason,
  );
  return lineOf(() => {
    throw error;
  });
}

const trustedBase = { ROOST_TLS: "proxy", ROOST_BASE_URL: "https://roost.example.com" };

describe("an invalid value fails the start with one line:", () => {
  test.each<[Record<string, string>, RegExp]>([
    [
      { ROOST_WAL_ARCHIVE: "/backup", DATABASE_URL: "postgres://localhost/roost" },
      /^ROOST_WAL_ARCHIVE works with the embedded database only\. Configure archiving on the DATABASE_URL server instead\.$/,
    ],
    [{ ROOST_TLS: "on" }, /ROOST_TLS is "on"\. It must be one of: self-signed, off, proxy, files\.$/],
    [{ ROOST_HTTP_PORT: "http" }, /ROOST_HTTP_PORT is "http"\. It must be a port/],
    [{ ROOST_HTTP_PORT: "0" }, /ROOST_HTTP_PORT is "0"\. It must be a port from 1 to 65535\.$/],
    [{ ROOST_HTTPS_PORT: "65536" }, /ROOST_HTTPS_PORT is "65536"\. It must be a port/],
    [{ ROOST_HTTP_PORT: "4000", ROOST_HTTPS_PORT: "4000" }, /ROOST_HTTP_PORT and ROOST_HTTPS_PORT are both 4000/],
    [{ ROOST_BASE_URL: "localhost:3000" }, /ROOST_BASE_URL is "localhost:3000"\. It must be a URL such as/],
    [{ ROOST_BASE_URL: "http://roost.example.com" }, /ROOST_BASE_URL is .*\. It must be an https URL/],
    [{ ROOST_BASE_URL: "https://me:secret@roost.example.com" }, /^ROOST_BASE_URL contains a login\. It must be/],
    [{ ROOST_BASE_URL: "https://:secret@roost.example.com" }, /^ROOST_BASE_URL contains a login\. It must be/],
    [{ ROOST_BASE_URL: "https://example.com/roost" }, /ROOST_BASE_URL is .*\. It must have no path: /],
    [{ ROOST_TLS: "proxy" }, /ROOST_TLS=proxy requires ROOST_BASE_URL/],
    [{ ROOST_TLS: "files", ROOST_TLS_KEY: "/key.pem" }, /ROOST_TLS=files requires ROOST_TLS_CERT and ROOST_TLS_KEY/],
    [{ ROOST_TLS: "files", ROOST_TLS_CERT: "/cert.pem" }, /ROOST_TLS=files requires ROOST_TLS_CERT and ROOST_TLS_KEY/],
    [{ ...trustedBase, ROOST_TRUSTED_PROXIES: "loopback,everybody" }, /ROOST_TRUSTED_PROXIES contains "everybody"/],
    [{ ...trustedBase, ROOST_TRUSTED_PROXIES: "10.0.0.0/99" }, /ROOST_TRUSTED_PROXIES contains "10\.0\.0\.0\/99"/],
    [{ ...trustedBase, ROOST_TRUSTED_PROXIES: "0.0.0.0/0" }, /ROOST_TRUSTED_PROXIES contains "0\.0\.0\.0\/0"/],
    [{ ...trustedBase, ROOST_TRUSTED_PROXIES: "10.0.0.1, ::/00" }, /ROOST_TRUSTED_PROXIES contains "::\/00"/],
    [
      { DATABASE_URL: "mysql://roost:secret@localhost/roost" },
      /DATABASE_URL is invalid\. It must have the form postgres:\/\/user/,
    ],
    [
      { DATABASE_URL: "postgres://roost:secret@one,two:port/roost" },
      /DATABASE_URL is invalid\. It must have the form postgres:\/\/user/,
    ],
    [
      { DATABASE_URL: "postgres://one/roost", DATABASE_REPLICA_URL: "postgres://roost:secret@two/roost" },
      /^DATABASE_REPLICA_URL is set\. Roost no longer reads from replicas\. Unset it, and list the failover hosts/,
    ],
    [
      { DATABASE_REPLICA_URL_FILE: "/run/secrets/replica" },
      /^DATABASE_REPLICA_URL_FILE is set\. Roost no longer reads/,
    ],
    [
      { ROOST_AGENT_REDIRECT_URIS: "https://a.example/, http://b.example/" },
      /REDIRECT_URIS contains "http:\/\/b\.example\/", which must use https or a program's private scheme\.$/,
    ],
    [
      { ROOST_AGENT_REDIRECT_URIS: "https://a.example/*" },
      /REDIRECT_URIS contains .*, which must not contain a wildcard\.$/,
    ],
    [
      { ROOST_AGENT_REDIRECT_URIS: "https://a.example/?a=b&code=1" },
      /REDIRECT_URIS contains .*, which must not have code, state, iss, error, error_description in its query/,
    ],
    [
      { ROOST_AGENT_ORIGINS: "https://a.example/path" },
      /AGENT_ORIGINS contains "https:\/\/a\.example\/path"\. It must list origins/,
    ],
    [
      { ROOST_SECRETS_KEY: "secret" },
      /ROOST_SECRETS_KEY is invalid\. It must hold one or more keys of 32 bytes in base64 or hex/,
    ],
    [
      { ROOST_SECRETS_KEY: `${"ab".repeat(32)},secret` },
      /ROOST_SECRETS_KEY is invalid\. It must hold one or more keys of 32 bytes in base64 or hex/,
    ],
    [
      { ROOST_STRIPE_URL: "http://stripe.example" },
      /ROOST_STRIPE_URL is invalid\. It must be an https URL without a path/,
    ],
    [
      { ROOST_STRIPE_URL: "https://me:secret@a.example" },
      /ROOST_STRIPE_URL is invalid\. It must be an https URL without a path/,
    ],
    [{ ROOST_DEMO: "yes" }, /ROOST_DEMO is "yes"\. It must be one of: on, off/],
    [{ ROOST_LOG_FORMAT: "xml" }, /ROOST_LOG_FORMAT is "xml"\. It must be one of: json, pretty\.$/],
    [
      { ROOST_DRAIN_SECONDS: "soon" },
      /ROOST_DRAIN_SECONDS is "soon"\. It must be a number of seconds from 0 to 600\.$/,
    ],
    [{ ROOST_LOG_LEVEL: "loud" }, /ROOST_LOG_LEVEL is "loud"\. It must be one of: fatal/],
  ])("%j", (settings, words) => {
    const line = lineOf(() => readConfig({ ROOST_DEMO: "off", ...settings }));
    expect(line).toMatch(words);
    expect(line).not.toContain("secret");
  });

  test.each([
    ["53100", /^a disk is full \(could not extend file\)\. Free some space and try again\.$/],
    ["25006", /^the database accepts no writes: could not extend file\. Name its primary in DATABASE_URL, or/],
    ["53200", /^the database fails: could not extend file\.$/],
    ["57014", /^the database is busy, possibly with another start that fills it\. Try again in a minute\.$/],
  ])("a database error %s", (code, words) => {
    const error = Object.assign(new pg.DatabaseError("could not extend file", 0, "error"), { code });
    expect(startupErrorLine(error)).toMatch(words);
  });

  // settings.test.ts covers how the process prints such a line.
  test("a data directory that is a file", async () => {
    const opening = openDatabase({ databaseUrl: undefined, dataDirectory: import.meta.filename }, () => undefined);
    expect(await lineOfRejection(opening)).toMatch(
      /^Cannot use the directory \/.*configuration\.test\.ts: it is a file\.$/,
    );
  });
});

test.each([
  ["https://Roost.Example.com:443/", "https://roost.example.com"],
  ["https://ferienhäuser.example", "https://xn--ferienhuser-r8a.example"],
  ["https:民宿.example", "https://xn--octr39a.example"],
  ["https://roost.example.com:8443//", "https://roost.example.com:8443"],
])("ROOST_BASE_URL=%s is read as browsers write it", (text, read) => {
  expect(readConfig({ ROOST_BASE_URL: text }).baseUrl).toBe(read);
});

test("a missing data directory with an existing secrets key fails the start in one line and is not created", async () => {
  const directory = join(await aDirectory(), "data");
  const key = `${directory}.secrets-key`;
  await writeFile(key, randomBytes(32).toString("base64"));
  const service = new Service({ ROOST_DEMO: "off", ROOST_DATA_DIR: directory });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.complaints).toEqual([
    `Roost cannot start: ${directory}/postgres is missing, but ${key} shows that it existed. Mount its disk, or restore a ` +
      `backup. To start with an empty database on purpose, move ${key} elsewhere first.`,
  ]);
  await expect(stat(directory)).rejects.toThrow("ENOENT");
});

describe("unusable TLS files fail the start:", () => {
  async function files(): Promise<{
    ROOST_TLS_CERT: string;
    ROOST_TLS_KEY: string;
    write: (key: string, cert: string) => Promise<void>;
  }> {
    const directory = await aDirectory();
    const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
    return {
      ROOST_TLS_CERT: cert,
      ROOST_TLS_KEY: key,
      write: async (keyPem, certPem) => {
        await writeFile(key, keyPem);
        await writeFile(cert, certPem);
      },
    };
  }
  const pair = () => generate([{ name: "commonName", value: "localhost" }], { keyType: "ec", curve: "P-256" });

  async function tried(key: string, cert: string): Promise<string> {
    const { write, ...paths } = await files();
    await write(key, cert);
    const ports = { ROOST_HTTP_PORT: String(await aPort()), ROOST_HTTPS_PORT: String(await aPort()) };
    return refusal({ ROOST_TLS: "files", DATABASE_URL: await aDatabaseUrl(), ...ports, ...paths });
  }

  test("missing files", async () => {
    const { write: _, ...paths } = await files();
    expect(await refusal({ ROOST_TLS: "files", DATABASE_URL: await aDatabaseUrl(), ...paths })).toMatch(
      /ROOST_TLS_CERT is ".*", which cannot be read: ENOENT/,
    );
  });
  // A file that is no PEM fails with the same line.
  test("a key of another certificate", async () => {
    expect(await tried((await pair()).private, (await pair()).cert)).toMatch(
      /ROOST_TLS_CERT and ROOST_TLS_KEY are unusable: .*mismatch/,
    );
  });
});

describe("an unusable database fails the start:", () => {
  const url = (change: (url: URL) => void): string => {
    const { host, port, user, password, database } = inject("owner");
    const address = new URL("postgres://localhost");
    address.username = user;
    address.password = password;
    address.pathname = `/${database}`;
    address.searchParams.set("host", host);
    address.searchParams.set("port", String(port));
    change(address);
    return address.href;
  };
  /** The line of a start on this database, without its own process. */
  async function failureOf(databaseUrl: string): Promise<string> {
    return lineOfRejection(openDatabase({ databaseUrl, dataDirectory: "" }, () => undefined));
  }
  test("a wrong password, as the process itself prints it", async () => {
    const line = await refusal({ DATABASE_URL: url((address) => (address.password = "wrong-one")) });
    expect(line).toMatch(/^Roost cannot start: cannot use the database of DATABASE_URL: /);
    expect(line).toMatch(/password authentication failed for user "postgres"/);
    expect(line).not.toContain("wrong-one");
  });
  test.each<[string, (url: URL) => void, RegExp]>([
    ["no such database", (address) => (address.pathname = "/nothing"), /database "nothing" does not exist/],
    ["no such socket", (address) => address.searchParams.set("host", "/tmp/nothing-here"), /ENOENT/],
  ])("%s", async (_, change, words) => {
    const line = await failureOf(url(change));
    expect(line).toMatch(/^cannot use the database of DATABASE_URL: /);
    expect(line).toMatch(words);
    expect(line).not.toContain(inject("owner").password);
  });
  test("a database that is set to read-only", async () => {
    const own = await aDatabase();
    onTestFinished(() => own.drop());
    // A missing migration makes the start write.
    await runSql(own.owner, "delete from roost_migrations where name like '026%'");
    await runSql(own.owner, `alter database ${own.owner.database} set default_transaction_read_only = on`);
    const line = await failureOf(urlOf(own.owner));
    expect(line).toMatch(/^the database accepts no writes: cannot execute .* in a read-only transaction\. Name its/);
  });
  test("no such certificate", async () => {
    const line = await failureOf(url((address) => address.searchParams.set("sslrootcert", "/nowhere.pem")));
    expect(line).toBe("ENOENT: no such file or directory, open '/nowhere.pem'.");
  });
  test("nothing listens on the port", async () => {
    const line = await failureOf(`postgres://roost:secret@localhost:${await aPort()}/roost`);
    expect(line).toMatch(/^cannot use the database of DATABASE_URL: .*ECONNREFUSED/);
    expect(line).not.toContain("secret");
  });
  test("no such host", async () => {
    const line = await failureOf("postgres://roost:secret@nowhere.invalid/roost");
    expect(line).toMatch(/^cannot use the database of DATABASE_URL: .*nowhere\.invalid/);
  });
});
