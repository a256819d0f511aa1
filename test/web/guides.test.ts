import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { fullScopes, useSharedService } from "../harness/service.ts";
import { recordOf } from "../harness/client.ts";

const service = useSharedService();

/** Where the guides are served. */
const guides = [
  ...["/docs", "/docs/oauth", "/docs/pricing", "/docs/payments", "/docs/payouts", "/docs/statements"],
  ...["/docs/personal-data", "/docs/agents", "/docs/getting-started", "/docs/guide-channel", "/docs/guide-website"],
  ...["/docs/guide-pricing-tool", "/docs/guide-owner-report", "/docs/guide-webhooks", "/docs/events"],
];

/** The shell commands of the guide, in their order. */
async function commands(): Promise<string[]> {
  const text = await readFile(new URL("../../docs/guide.md", import.meta.url), "utf8");
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = ""]) => command);
}

async function run(command: string, variables: Record<string, string>): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command], {
    env: { PATH: process.env.PATH, ...variables },
  });
  const parsed: unknown = JSON.parse(stdout);
  return { ...Object(parsed) };
}

describe("the guide for integrators", () => {
  test("has commands that work as they stand, from the first request to keeping a copy in step", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account, { scopes: fullScopes });
    const made = await client.post("/rentals", {
      rentals: [{ name: "Cottage", sleeps: 4, base_rate: "100", currency: "EUR" }],
    });
    const rental = String(recordOf(made, "rentals").id);
    const today = Math.floor(Date.now() / 86_400_000);
    const variables = {
      ROOST: service.url,
      TOKEN: client.token ?? "",
      RENTAL: rental,
      ARRIVAL: formatDay(today + 30),
      DEPARTURE: formatDay(today + 37),
      SYNCED_AT: "2020-01-01T00:00:00Z",
    };
    const [first = "", pages = "", search = "", book = "", change = "", twice = "", bulk = "", since = "", ...others] =
      await commands();
    expect(others).toEqual([]);
    expect(await run(first, variables)).toMatchObject({ rentals: [{ name: "Cottage", sleeps: 4 }] });
    expect(await run(pages, variables)).toMatchObject({ bookings: [] });
    expect(await run(search, variables)).toMatchObject({ rentals: [{ final_price: 700 }] });
    const booked = await run(book, variables);
    expect(booked).toMatchObject({ bookings: [{ final_price: "700.0" }] });
    expect(await run(book, variables)).toMatchObject({ errors: { base: [expect.any(String)] } });
    const [booking] = Object(booked).bookings;
    const known = { ...variables, BOOKING: String(booking.id) };
    expect(await run(change, known)).toMatchObject({ bookings: [{ notes: "Arrives by train" }] });
    expect(await run(twice, known)).toEqual(await run(twice, known));
    expect(await run(bulk, known)).toMatchObject({ results: [{ status: 201 }, { status: 200 }] });
    expect(await run(since, known)).toMatchObject({ bookings: [{ id: booking.id }] });
  });

  test("is served with this service's own URL, and all guides lead to each other", async () => {
    const start = await (await fetch(`${service.url}/docs`)).text();
    expect(start).toContain("ROOST=https://roost.test TOKEN=");
    expect(start).not.toContain("localhost:3443");
    for (const path of [...guides, "/docs/resources", "/docs/reference"]) {
      expect(start).toContain(`href="${path}"`);
      const answer = await fetch(service.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("content-type")).toContain("text/html");
    }
  });

  test("leads nowhere that is not there: every link of every guide is answered, and every anchor exists", async () => {
    for (const path of guides) {
      const text = await (await fetch(service.url + path)).text();
      const links = [...text.matchAll(/href="(\/[^"]*|#[^"]*)"/g)].map(([, link = ""]) => link);
      expect(links.length).toBeGreaterThan(8);
      for (const link of new Set(links)) {
        const [target = "", anchor] = link.split("#");
        const answer = await fetch(`${service.url}${target === "" ? path : target}`, { redirect: "manual" });
        expect([path, link, answer.status < 400]).toEqual([path, link, true]);
        if (anchor !== undefined) expect(await answer.text()).toContain(`id="${anchor}"`);
      }
    }
  });
});

describe("an address that nothing is served at", () => {
  test("is a page with a way back for a person's browser, and JSON for a program", async () => {
    const person = await fetch(`${service.url}/nothing/here`, {
      headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    });
    expect(person.status).toBe(404);
    expect(person.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(person.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await person.text()).toContain("There is nothing here");
    const program = await fetch(`${service.url}/nothing/here`);
    expect(program.status).toBe(404);
    expect(await program.json()).toMatchObject({ errors: [{ code: "not_found" }] });
    const posting = await fetch(`${service.url}/nothing`, { method: "POST", headers: { accept: "text/html" } });
    expect(posting.headers.get("content-type")).toContain("application/vnd.api+json");
  });

  test("below the API is JSON whoever asks", async () => {
    const answer = await fetch(`${service.url}/api/v3/nothing`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/vnd.api+json");
  });
});
