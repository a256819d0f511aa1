import { describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { anchorOfRoute } from "../../src/interfaces/rest/resource-pages/operations.ts";
import { useSharedService } from "../harness/service.ts";
import { aBrowser } from "../web/browser.ts";
import { brokenHtml } from "./broken-html.ts";

const service = useSharedService();

describe("the documentation", () => {
  test("serves the OpenAPI 3.1 document without a token", async () => {
    const answer = await fetch(`${service.url}/api/v3/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Roost API v3" } });
  });

  test("the reference page shows every resource and loads nothing from other hosts", async () => {
    const page = await (await aBrowser()).newPage({ viewport: { width: 1280, height: 900 } });
    try {
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== service.url) elsewhere.push(request.url());
      });
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      await page.goto(`${service.url}/docs/reference`, { waitUntil: "load" });
      await page.getByRole("heading", { name: "Roost API v3" }).waitFor();
      await page.getByText("bookings_fees").first().waitFor();
      expect(await page.title()).toBe("Roost API v3");
      expect(elsewhere).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

describe("the generated reference", () => {
  const pageOf = async (name: string) => {
    const answer = await fetch(`${service.url}/docs/resources/${name}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    return answer.text();
  };

  test.each(resources.map((resource) => [resource.name, resource] as const))(
    "has a page of %s with every attribute, link and operation, and what it links to is there",
    async (name, { attributes, relations }) => {
      const page = await pageOf(name);
      expect(brokenHtml(page)).toEqual([]);
      const anchors = [
        ...Object.keys(attributes).map((attribute) => `attribute-${attribute}`),
        ...Object.keys(relations).map((relation) => `link-${relation}`),
        ...routes.filter(({ resource }) => resource.name === name).map(anchorOfRoute),
      ];
      expect(anchors.filter((anchor) => page.split(`id="${anchor}"`).length !== 2)).toEqual([]);
      const paths = [...page.matchAll(/href="\/docs\/resources\/([^"]+)"/g)].map(([, target]) => target);
      const known = new Set(resources.map((resource) => resource.name));
      expect(paths.filter((target) => !known.has(target ?? ""))).toEqual([]);
      const inside = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
      expect(inside.filter((anchor) => !page.includes(`id="${anchor}"`))).toEqual([]);
    },
  );

  test("describes an attribute's type, limits and scopes", async () => {
    const page = await pageOf("reviews");
    const row = (name: string) => new RegExp(`<tr><td><code id="attribute-${name}">.*?</tr>`, "s").exec(page)?.[0];
    expect(row("rating")).toContain("at least 1; at most 5");
    expect(row("private_comment")).toMatch(/<code>reviews_write<\/code><\/td><td><code>reviews_write<\/code>/);
    expect(row("name")).toContain("read-only");
    expect(row("comment")).toContain("<strong>Required</strong>");
    const bookings = await pageOf("bookings");
    expect(bookings).toContain("Example: 201");
    expect(bookings).toContain("<code>include_canceled</code>");
    expect(bookings).toContain("up to 200 objects");
  });

  test("lists all resources, is linked from the guides, and has a page for an unknown one", async () => {
    const index = await (await fetch(`${service.url}/docs/resources`)).text();
    expect(brokenHtml(index)).toEqual([]);
    for (const { name } of resources) expect(index).toContain(`href="/docs/resources/${name}"`);
    expect(await (await fetch(`${service.url}/docs`)).text()).toContain('href="/docs/resources"');
    for (const name of ["nothing", "constructor", "%3Cscript%3E"]) {
      const missing = await fetch(`${service.url}/docs/resources/${name}`);
      expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
  });
});
