import { randomBytes } from "node:crypto";
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { supportedVariables } from "../../src/app/settings/read-settings.ts";
import { type Setting, settings, variablesOfTests } from "../../src/app/settings/table.ts";
import { roost } from "../cli/roost.ts";
import { runSql, urlOf } from "../harness/databases.ts";
import { aDatabaseUrl, aDirectory, plainSettings, Service } from "./service.ts";

const all: readonly Setting[] = Object.values(settings);

async function aFile(content: string): Promise<string> {
  const path = join(await aDirectory(), "secret");
  await writeFile(path, content);
  return path;
}

test("the service and the command line refuse an unknown setting, suggest the nearest one and omit the value", async () => {
  const wrong = { ROOST_METRIC_TOKEN: "quite-a-secret-token" };
  const line = "ROOST_METRIC_TOKEN is not a setting. Did you mean ROOST_METRICS_TOKEN?";
  const service = new Service({ ...(await plainSettings()), ...wrong });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.err).toBe(`Roost cannot start: ${line}\n`);
  expect(await roost({ ROOST_DATA_DIR: await aDirectory(), ...wrong }, ["worker"])).toEqual({
    code: 1,
    out: "",
    err: `error: ${line}\n`,
  });
});

test.each([
  ["ROOST_HTP_PORT", "ROOST_HTTP_PORT"],
  ["ROOST_DATADIR", "ROOST_DATA_DIR"],
  ["ROOST_SECRET_KEY_FILE", "ROOST_SECRETS_KEY_FILE"],
  ["ROOST_TLS_CERTIFICATE", "ROOST_TLS_CERT"],
])("suggests for %s the setting %s", (wrong, right) => {
  expect(() => readConfig({ [wrong]: "" })).toThrow(`${wrong} is not a setting. Did you mean ${right}?`);
});

test("the service ignores the tests' variables", () => {
  const environment = Object.fromEntries([...variablesOfTests, "ROOST_TEST_ANYTHING"].map((name) => [name, "1"]));
  expect(readConfig({ ...environment, PATH: "/bin", DATABASE_URL_OF_ANOTHER: "x" })).toEqual(readConfig({}));
});

test("reads each secret from a file, without its final line break", async () => {
  const url = await aDatabaseUrl();
  const key = randomBytes(32);
  const inFiles = {
    DATABASE_URL_FILE: await aFile(`${url}\n`),
    ROOST_SECRETS_KEY_FILE: await aFile(`${key.toString("hex")}\r\n`),
    ROOST_SMTP_URL_FILE: await aFile("smtp://127.0.0.1:2525"),
    ROOST_METRICS_TOKEN_FILE: await aFile("a-token-of-this-test\n"),
    ROOST_S3_ACCESS_KEY_ID_FILE: await aFile("an-id\n"),
    ROOST_S3_SECRET_ACCESS_KEY_FILE: await aFile("a-key\n"),
  };
  const secrets = all.filter(({ secret }) => secret).map(({ name }) => `${name}_FILE`);
  expect(Object.keys(inFiles).toSorted()).toEqual(secrets.toSorted());
  const plain = { ROOST_MAIL_FROM: "stay@example.com", ROOST_S3_BUCKET: "files" };
  expect(readConfig({ ...inFiles, ...plain })).toMatchObject({
    databaseUrl: url,
    secretsKeys: [key],
    smtp: { port: 2525 },
    metrics: { token: "a-token-of-this-test" },
    s3: { accessKeyId: "an-id", secretAccessKey: "a-key" },
  });
  const { DATABASE_URL_FILE, ROOST_SECRETS_KEY_FILE } = inFiles;
  const service = new Service({ ...(await plainSettings()), DATABASE_URL_FILE, ROOST_SECRETS_KEY_FILE });
  await service.ready();
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("refuses a secret that is set twice or whose file is empty, missing or unreadable, without revealing it", async () => {
  const path = await aFile("smtp://me:the-password@mail.example.com");
  const read = (environment: Record<string, string>) => () => readConfig(environment);
  expect(read({ ROOST_SMTP_URL: "smtp://me:the-password@a.example", ROOST_SMTP_URL_FILE: path })).toThrow(
    /^ROOST_SMTP_URL and ROOST_SMTP_URL_FILE are both set\. Set only one of them\.$/,
  );
  const missing = `${path}-that-is-not-there`;
  expect(read({ DATABASE_URL_FILE: missing })).toThrow(
    `DATABASE_URL_FILE is "${missing}", which cannot be read: ENOENT`,
  );
  const empty = await aFile("\n");
  expect(read({ DATABASE_URL_FILE: empty })).toThrow(`DATABASE_URL_FILE is "${empty}", which is empty.`);
  // Root can read any file, but not a directory as a file.
  await chmod(path, 0o000);
  const closed = process.getuid?.() === 0 ? await aDirectory() : path;
  expect(read({ ROOST_SMTP_URL_FILE: closed })).toThrow(/^ROOST_SMTP_URL_FILE is ".*", which cannot be read: E/);
});

test("refuses a weak metrics token and a metrics port that the service uses, without revealing the token", () => {
  const refused = [
    [{ ROOST_METRICS_TOKEN: "short-secret" }, /^ROOST_METRICS_TOKEN must have at least 16 characters/],
    [{ ROOST_METRICS_TOKEN: "a secret with blanks in it" }, /^ROOST_METRICS_TOKEN must consist of printable ASCII/],
    [{ ROOST_METRICS_PORT: "3443" }, /^ROOST_METRICS_PORT is 3443, which the service itself uses/],
    [{ ROOST_METRICS_PORT: "0" }, /^ROOST_METRICS_PORT is "0"\. It must be a port/],
  ] as const;
  for (const [environment, sentence] of refused) {
    expect(() => readConfig(environment)).toThrow(sentence);
    expect(() => readConfig(environment)).not.toThrow("secret");
  }
});

/** The settings table's rows in docs/operate/settings.md. */
async function documentedRows(): Promise<string[]> {
  const text = await readFile(new URL("../../docs/operate/settings.md", import.meta.url), "utf8");
  return text.split("\n").filter((line) => line.startsWith("| `"));
}

function rowOf({ name, secret, fallback, unset, line }: Setting): string {
  const usual = fallback === undefined ? (unset ?? "") : `\`${fallback}\``;
  return `| \`${name}\`${secret ? ", `…_FILE`" : ""} | ${usual} | ${line} |`.replaceAll(/ {2,}/g, " ");
}

test("docs/operate/settings.md lists all settings with their defaults, as declared", async () => {
  expect(await documentedRows()).toEqual(all.map(rowOf));
});

test("no other document mentions a setting that does not exist", async () => {
  const root = new URL("../../", import.meta.url);
  const docs = (await readdir(new URL("docs", root), { recursive: true })).map((name) => `docs/${name}`);
  const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs].filter((name) => name.endsWith(".md"));
  for (const name of documents) {
    const text = await readFile(new URL(name, root), "utf8");
    const mentioned = [...text.matchAll(/\bROOST_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([found]) => found);
    const unknown = mentioned.filter(
      (found) =>
        !supportedVariables.some((known) => known === found || known.startsWith(`${found}_`)) &&
        !variablesOfTests.includes(found) &&
        !found.startsWith("ROOST_TEST"),
    );
    expect([name, unknown]).toEqual([name, []]);
  }
});

test("refuses a database whose encoding is not UTF8 and says how to create one", async () => {
  const encoding = "SQL_ASCII";
  const server = inject("owner");
  const database = `start_${randomBytes(6).toString("hex")}`;
  await runSql(
    server,
    `create database ${database} encoding '${encoding}' template template0 locale_provider libc locale 'C'`,
  );
  onTestFinished(async () => {
    await runSql(server, `drop database ${database} with (force)`);
  });
  const service = new Service({ ...(await plainSettings()), DATABASE_URL: urlOf({ ...server, database }) });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.complaints).toEqual([
    `Roost cannot start: The database ${database} has the encoding ${encoding}, but Roost needs UTF8. Create one with "create database … encoding 'UTF8' template template0".`,
  ]);
  const { rows } = await runSql(
    { ...server, database },
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  );
  expect(rows).toEqual([{ tables: 0 }]);
});
