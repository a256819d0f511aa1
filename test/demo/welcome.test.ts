import { execFile, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { type Config, readConfig } from "../../src/app/config.ts";
import { demoWelcome } from "../../src/app/demo/demo.ts";
import { apiTokens } from "../../src/modules/platform/access/tokens/api-tokens.ts";
import { TokenVerifier } from "../../src/modules/platform/access/tokens/token-verifier.ts";
import { useDemoService } from "../harness/demo.ts";
import { WireAgent } from "../mcp/fixture.ts";

const service = useDemoService();
const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

const config = (environment: Record<string, string> = {}): Config => ({
  ...readConfig({ ROOST_TLS: "off", ...environment }),
  baseUrl: service.url,
});

/** The commands in a text, ready to paste. */
const curls = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("curl "));

/** The output of a start while no user has a password. */
async function firstWelcome(environment?: Record<string, string>): Promise<string> {
  await service.sql("update users set password_digest = null");
  return demoWelcome(config(environment), service.database, "1.2");
}

/** The output of every later start. */
async function laterWelcome(environment?: Record<string, string>): Promise<string> {
  await firstWelcome();
  return demoWelcome(config(environment), service.database, "1.2");
}

const project = join(import.meta.dirname, "..", "..");

/** The number of API and agent tokens. */
async function tokensThereAre(): Promise<unknown> {
  const [row] = await service.sql(
    "select (select count(*)::integer from access_tokens) as api, (select count(*)::integer from agent_tokens) as agent",
  );
  return row;
}

describe("a start prints", () => {
  test("a token that is valid for 30 days, on its own line", async () => {
    const text = await firstWelcome();
    const [token] = text.match(/^roost_[\w-]{43}$/m) ?? [];
    const { valid } = await new TokenVerifier(service.database.counting, apiTokens).verify({ token });
    const caller = valid?.identity;
    expect(caller?.scopes).toEqual(
      new Set([
        ...[
          "inquiries_read",
          "inquiries_write",
          "inbox_read",
          "inbox_write",
          "reviews_write",
          "webhooks_write",
          "payments_read",
          "payments_write",
          "payouts_read",
          "preferences_payments_read",
        ],
        "public",
        ...["bookings", "clients", "rentals", "rates"].flatMap((of) => [`${of}_read`, `${of}_write`]),
      ]),
    );
    const [row] = await service.sql(
      "select expires_at - created_at between interval '29 days 23 hours' and interval '30 days 1 hour' as good from access_tokens",
    );
    expect(row).toEqual({ good: true });
    expect(text).toContain(`(1.2 s): ${service.url}\n`);
    expect(text).toContain(`${service.url}/docs\n`);
  });

  test("the owner's password, which the manager and cleaner share", async () => {
    const text = await firstWelcome();
    expect(text).toMatch(/as its owner \(the password is shown only once\):\n\ndemo@example\.com\n[\w-]{24}\n\n/);
    expect(text).toContain(
      "Its manager (manager@example.com) and its cleaner (cleaner@example.com) have the same password.\n",
    );
    expect(await laterWelcome()).not.toContain("manager@example.com");
  });

  test("the address of a booking site that lists the demo's homes", async () => {
    const [site] = (await firstWelcome()).match(/http\S+\/stay\/\S+/) ?? [];
    const page = await fetch(`${site}/en`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Mas")]);
  });

  test("a URL and a token with which an agent reads the same account", async () => {
    const text = await firstWelcome();
    const [token = ""] = text.match(/^mcp_[0-9A-Za-z]{43}$/m) ?? [];
    expect(text).toContain(`at ${service.url}/mcp, with this token (also shown only once):\n${token}\n`);
    const agent = new WireAgent(service.url, token);
    await agent.initialize();
    expect(await agent.list("rentals")).toHaveLength(9);
    const [row] = await service.sql(
      "select expires_at - created_at between interval '29 days 23 hours' and interval '30 days 1 hour' as good from agent_tokens limit 1",
    );
    expect(row).toEqual({ good: true });
  });

  test.skipIf(!hasCurl)(
    "four commands that work as printed: list rentals, quote a stay, book it, and list bookings",
    async () => {
      const text = await firstWelcome();
      const lines = curls(text);
      expect(lines).toHaveLength(4);
      const pasted = async (line: string | undefined) => JSON.parse((await run("sh", ["-c", line ?? ""])).stdout);
      const [rentals, search, book, news] = lines;
      expect((await pasted(rentals)).rentals).toHaveLength(9);
      expect((await pasted(news)).bookings).toEqual([]);
      const offers: { name: string; initial_price: number; final_price: number }[] = (await pasted(search)).rentals;
      const { bookings } = await pasted(book);
      const offer = offers.find(({ name }) => text.includes(`Book them in ${name} (`));
      expect(offer?.final_price).toBeGreaterThan(0);
      expect(bookings).toMatchObject([{ status: "Booked", adults: 2 }]);
      expect(Number(bookings[0].initial_price)).toBe(offer?.initial_price);
      expect(Number(bookings[0].final_price)).toBe(offer?.final_price);
      expect((await pasted(news)).bookings).toEqual(bookings);
      expect(await pasted(book)).toEqual({
        errors: { base: [`the nights are taken by booking ${bookings[0].reference}`] },
      });
    },
  );

  test("tokens only when it creates the demo; later starts say how to create one", async () => {
    await firstWelcome();
    const before = await tokensThereAre();
    const text = await demoWelcome(config({ ROOST_DATA_DIR: join(project, "data") }), service.database, "1.2");
    expect(await tokensThereAre()).toEqual(before);
    expect(text).not.toMatch(/roost_|mcp_/);
    const npm = `npm --prefix ${project} run -s roost -- `;
    const made = text.split(`\nTOKEN=$(${npm}`)[1]?.split(")\n")[0];
    expect(made).toMatch(/^token issue --account \d+ --expires-in 2592000 --scopes "public bookings_read .*"$/);
    expect(text).toMatch(
      new RegExp(
        `^${npm}agent-token create --user demo@example\\.com --account \\d+ --expires \\d{4}-\\d\\d-\\d\\d$`,
        "m",
      ),
    );
    expect(text).toContain(`\n${npm}user password --email demo@example.com\n`);
    expect(curls(text)).toHaveLength(4);
    for (const line of curls(text)) expect(line).toContain('-H "Authorization: Bearer $TOKEN" ');
  });

  test("the data directory in a later start's suggestion, unless it is the default", async () => {
    const text = await laterWelcome({ ROOST_DATA_DIR: "/srv/holiday homes" });
    expect(text).toContain("TOKEN=$(ROOST_DATA_DIR='/srv/holiday homes' npm --prefix ");
    for (const command of ["agent-token create", "user password"])
      expect(text).toMatch(new RegExp(`^ROOST_DATA_DIR='/srv/holiday homes' npm .* ${command} `, "m"));
  });

  test("the path to its own certificate", async () => {
    const inside = await firstWelcome({ ROOST_TLS: "self-signed" });
    for (const line of curls(inside)) expect(line).toContain(`--cacert ${resolve("data/tls/certificate.pem")} `);
    const outside = { ROOST_TLS: "self-signed", ROOST_DATA_DIR: "/srv/holiday homes" };
    for (const line of curls(await laterWelcome(outside))) {
      expect(line).toContain("--cacert '/srv/holiday homes/tls/certificate.pem' ");
    }
  });

  test("how to create an account and a token without the demo", async () => {
    const text = await laterWelcome({ ROOST_DEMO: "off" });
    expect(text).not.toMatch(/roost_|mcp_/);
    expect(text).toMatch(/ account create --name "My holiday homes"$/m);
    expect(text).toMatch(/ token issue --account 1 --scopes "public .*"$/m);
  });
});
