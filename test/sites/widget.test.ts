import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { expectUsable, useBrowser } from "../web/browser-windows.ts";
import { aSite, opened, stayFrom } from "./sites.ts";

/** The widget of a booking site on another site (guests.md). */
const service = useService();
const windows = useBrowser();

let page = "";
let foreign: Server;
let origin = "";

beforeAll(async () => {
  foreign = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    // A host's page with its own strict policy and styles that must not reach the widget.
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src ${service.url}; connect-src ${service.url}`,
    );
    response.end(page);
  });
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  const { port } = Object(foreign.address()) satisfies AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});

afterAll(() => new Promise((resolve) => foreign.close(resolve)));

test("draws a search and the calendar on a page of another origin, in its language", async () => {
  const { client, address } = await aSite(service);
  const mill = await aRental(client, { name: "Mill <b>House</b>" });
  await aRental(client, { name: "Far Barn" });
  const stay = stayFrom(3, 2);
  await aBooking(client, mill, { start_at: stay.arrival, end_at: stay.departure });
  page = `<!doctype html><html lang="de"><title>Mühle</title><header>Mühle</header><main><h1>Mühle</h1>
<script src="${service.url}/widget.js" data-account="${address}" data-rental="${mill.id}"></script></main><footer>Bath</footer>`;
  const window = await windows.openWithScript();
  const broken: string[] = [];
  window.on("console", (message) => message.type() === "error" && broken.push(message.text()));
  await window.goto(origin);
  await window.getByRole("form", { name: "Unterkunft finden" }).waitFor();
  expect(await window.getByLabel("Erwachsene").inputValue()).toBe("2");
  const calendar = window.getByRole("region", { name: "Verfügbarkeit" });
  const taken = await calendar.locator("del").count();
  await calendar.getByRole("combobox").selectOption("Far Barn");
  await expect.poll(() => calendar.locator("del").count()).toBe(taken - 2);
  expect(await calendar.locator("b").count()).toBe(0);
  await expectUsable(window, "widget");
  expect(broken).toEqual([]);
});

test("lets other origins read public data of the site only", async () => {
  const { client, address } = await aSite(service);
  await aRental(client, { name: "Mill House", address1: "1 Secret Lane", country_code: "GB" });
  const data = await opened(service.url, `/stay/${address}/widget.json`, { origin });
  expect(data.headers.get("access-control-allow-origin")).toBe("*");
  expect(data.headers.get("access-control-allow-credentials")).toBeNull();
  expect(data.text).toContain("Mill House");
  expect(data.text).not.toContain("Secret Lane");
  const start = await opened(service.url, `/stay/${address}/en`, { origin });
  expect(start.headers.get("access-control-allow-origin")).toBeNull();
  expect((await opened(service.url, "/stay/no-such-site/widget.json", { origin })).status).toBe(404);
  const script = await opened(service.url, "/widget.js");
  expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(script.text.length).toBeLessThan(6000);
});
