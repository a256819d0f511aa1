import { describe, expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { aBrowser } from "../web/browser.ts";

const service = useService();

describe("the documentation", () => {
  test("is an OpenAPI 3.1 document for whoever asks", async () => {
    const answer = await fetch(`${service.url}/api/v3/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Roost API v3" } });
  });

  test("is a page that shows every resource, and asks nothing of any other server", async () => {
    const browser = await aBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
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
      await browser.close();
    }
  });
});
