import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ApiClient, recordOf } from "../../../test/harness/client.ts";
import { aBooking, aGuest, aRental } from "../../../test/harness/factories.ts";
import { publishingOf } from "../../../test/harness/publishing.ts";
import { fullScopes, useService } from "../../../test/harness/service.ts";
import { anApplication, aPerson, callback, wayBack } from "../../../test/oauth/fixture.ts";
import { aBrowser } from "../../../test/web/browser.ts";
import { freePort } from "../../../test/web/running-program.ts";
import { anUnsteadyProxy } from "./unsteady-proxy.ts";

/** Packs the package, installs it with npm in an empty directory, and runs its README's programs with plain Node. */
const service = useService({ endpoints: {}, localWebhooks: true });
const home = join(import.meta.dirname, "..");
const run = promisify(execFile);
let directory = "";
const programs = new Map<string, string>();
let account: ApiClient;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-client-"));
  const built = join(directory, "built");
  await run("npm", ["run", "-s", "client:build", "--", built], { cwd: join(home, "../..") });
  const packed = await run("npm", ["pack", "--json", "--pack-destination", directory, built], { cwd: directory });
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed.stdout);
  await mkdir(join(directory, "empty"));
  const installing = [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    join(directory, filename),
  ];
  await run("npm", installing, { cwd: join(directory, "empty") });
  const readme = await readFile(join(home, "README.md"), "utf8");
  for (const [, name = "", text = ""] of readme.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm))
    programs.set(name, text);
  account = await service.aClient(await service.anAccount());
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a README program unchanged until the test ends. @param before code that the reader would have */
async function running(name: string, variables: Readonly<Record<string, string>>, before = "") {
  const file = join(directory, "empty", name);
  await writeFile(file, before + (programs.get(name) ?? `throw new Error("The README has no ${name}.")`));
  const environment = { PATH: process.env.PATH, ROOST: service.url, TOKEN: account.token ?? "", ...variables };
  const program = spawn(process.execPath, [file], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void program.kill());
  let output = "";
  const ended = new Promise<string>((resolve) => program.once("close", () => resolve(output)));
  const waiting = new Set<() => void>();
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const look of waiting) look();
    });
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (output.includes(text) ? resolve() : undefined);
      waiting.add(look);
      void ended.then(() => reject(new Error(`The program ended without "${text}": ${output}`)));
      look();
    });
  return { ended, says };
}

test("the package has no dependencies and contains no tests or tools", async () => {
  const installed = join(directory, "empty/node_modules");
  expect((await readdir(installed)).filter((name) => !name.startsWith("."))).toEqual(["@roost"]);
  expect((await readdir(join(installed, "@roost/client"))).filter((name) => /test|tools|tsconfig/.test(name))).toEqual(
    [],
  );
});

const compiler = join(dirname(createRequire(join(home, "tools/x.ts")).resolve("typescript/package.json")), "bin/tsc");
const strictly = "--strict --noEmit --target es2023 --lib es2023,dom,dom.iterable".split(" ");

test.each([
  ["compiled.mts", "nodenext"],
  ["compiled.cts", "nodenext"],
  ["compiled.mts", "node16"],
  ["compiled.cts", "node16"],
])("the types compile in a strict program, %s with --module %s", async (file, module) => {
  const text = await readFile(join(import.meta.dirname, "compiled.ts"), "utf8");
  await writeFile(join(directory, "empty", file), text);
  const compiled = run(process.execPath, [compiler, ...strictly, "--module", module, file], {
    cwd: join(directory, "empty"),
  }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect((await compiled).stdout).toBe("");
});

/** Every Node on this machine: the project's own and those on the PATH. */
const nodes = [
  process.execPath,
  ...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node")),
].filter((path, index) => index === 0 || (!path.includes("node_modules") && existsSync(path)));

test.each([
  ["import.mjs", 'import { createClient } from "@roost/client";'],
  ["require.cjs", 'const { createClient } = require("@roost/client");'],
])("%s works with every Node on this machine", async (file, first) => {
  await writeFile(
    join(directory, "empty", file),
    `${first}\nconsole.log(typeof createClient({ baseUrl: "https://roost.example" }).GET);\n`,
  );
  for (const node of new Set(nodes))
    expect([node, (await run(node, [file], { cwd: join(directory, "empty") })).stdout]).toEqual([node, "function\n"]);
});

test("the README's programs read records and report refusals", async () => {
  const rental = await aRental(account, { name: "Sea View" });
  const stay = await aBooking(account, rental);
  expect(await (await running("first.mjs", {})).ended).toMatch(
    new RegExp(`^${rental.id} .*Sea View[\\s\\S]*\\n${stay.id} 2090-`),
  );
  const refused = await (await running("errors.mjs", {})).ended;
  expect(refused).toMatch(/emails[\s\S]*not_found 404: /);
});

/** The reader's own code around the README's program: files stand in for a session and a browser. */
const around = `
import { readFile, writeFile } from "node:fs/promises";
const keep = async (tokens) => console.log("kept", tokens.scopes.join());
async function cameBackWith(url, state) {
  await writeFile(new URL("sent-to.txt", import.meta.url), url);
  console.log("sent");
  for (;;) {
    const back = await readFile(new URL("back.txt", import.meta.url), "utf8").catch(() => "");
    if (back.includes(state)) return new URL(back).searchParams;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
`;

test("the README's program connects an account with a person's consent", async () => {
  const { clientId, clientSecret } = await anApplication(service, { scopes: fullScopes });
  const owner = await aPerson(service, [{ account: await service.anAccount() }]);
  const program = await running("connect.mjs", { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }, around);
  await program.says("sent\n");
  const sent = new URL(await readFile(join(directory, "empty/sent-to.txt"), "utf8"));
  const back = wayBack(await owner.answer(sent.pathname + sent.search, "approve"));
  await writeFile(join(directory, "empty/back.txt"), `${callback}?${back}`);
  expect(await program.ended).toMatch(/kept public,bookings_read\n1\n$/);
});

test("the README's follower and receiver get events", async () => {
  const publishing = publishingOf(service.database);
  onTestFinished(() => publishing.close());
  const PORT = String(await freePort());
  const answer = await account.post("/webhook_endpoints", {
    webhook_endpoints: [{ url: `http://127.0.0.1:${PORT}/`, event_types: ["client.created"] }],
  });
  const receiver = await running("receive.mjs", { PORT, SECRET: String(recordOf(answer, "webhook_endpoints").secret) });
  const follower = await running("follow.mjs", {});
  await follower.says("at a cursor");
  const guest = await aGuest(account, { fullname: "Ada Guest" });
  await Promise.all([follower.says(`client.created ${guest.id} `), receiver.says(`client.created ${guest.id}\n`)]);
});

test("the client reads, writes and follows changes in a browser", async () => {
  const proxy = await anUnsteadyProxy(service.url);
  const installed = join(directory, "empty/node_modules/@roost/client");
  for (const name of (await readdir(installed)).filter((each) => each.endsWith(".js")))
    proxy.files.set(`/client/${name}`, ["text/javascript", await readFile(join(installed, name), "utf8")]);
  proxy.files.set("/page", ["text/html", "<!doctype html><title>A page</title>"]);
  const page = await (await aBrowser()).newPage();
  onTestFinished(() => page.close());
  await page.goto(`${proxy.url}/page`);
  const other = await service.aClient(await service.anAccount());
  proxy.faults.push("unanswered");
  const seen = await page.evaluate(
    async ([path = "", baseUrl = "", token = ""]) => {
      const { bearer, createClient, ValidationError, verifyWebhook, WebhookRefused } = await import(path);
      const client = createClient({ baseUrl, auth: bearer(token), retries: { initialDelayMs: 1 } });
      const feed = client.changes({ wait: 0 });
      await feed.next();
      await client.POST("/clients", { body: { clients: [{ fullname: "By a browser" }] } });
      const names = [];
      for await (const { fullname } of client.records("/clients")) names.push(fullname);
      const refused = await client
        .POST("/clients", { body: { clients: [{ nothing: 1 }] } })
        .catch((error: unknown) => error);
      const { value } = await feed.next();
      const headers = {
        "webhook-id": "a",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA",
      };
      const forged = await verifyWebhook({ body: "{}", headers }, "whsec_AAAA").catch((error: unknown) => error);
      const types = value.events.map(({ type }: { type: string }) => type);
      return { names, types, refused: refused instanceof ValidationError, forged: forged instanceof WebhookRefused };
    },
    ["/client/index.js", proxy.url, other.token ?? ""],
  );
  expect(seen).toEqual({ names: ["By a browser"], types: ["client.created"], refused: true, forged: true });
});
