import { describe, expect, test } from "vitest";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** The path of the guides. */
const guides = [
  ...["/docs", "/docs/oauth", "/docs/pricing", "/docs/payments", "/docs/payouts", "/docs/statements"],
  ...["/docs/personal-data", "/docs/agents", "/docs/getting-started", "/docs/channel", "/docs/website"],
  ...["/docs/pricing-tool", "/docs/owner-report", "/docs/webhooks", "/docs/events"],
];

describe("the guide for integrators", () => {
  test("serves the guides with this service's URL and links between them", async () => {
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

  test("every link and anchor of every guide exists", async () => {
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

describe("an unknown path", () => {
  test("an unknown path is a page for a browser and JSON for a program", async () => {
    const person = await fetch(`${service.url}/nothing/here`, {
      headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    });
    expect(person.status).toBe(404);
    expect(person.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(person.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await person.text()).toContain("Page not found");
    const program = await fetch(`${service.url}/nothing/here`);
    expect(program.status).toBe(404);
    expect(await program.json()).toMatchObject({ errors: [{ code: "not_found" }] });
    const posting = await fetch(`${service.url}/nothing`, { method: "POST", headers: { accept: "text/html" } });
    expect(posting.headers.get("content-type")).toContain("application/vnd.api+json");
  });

  test("an unknown path below the API is always JSON", async () => {
    const answer = await fetch(`${service.url}/api/v3/nothing`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/vnd.api+json");
  });
});
