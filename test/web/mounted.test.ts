import { beforeAll, expect, test } from "vitest";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import { useSharedService } from "../harness/service.ts";
import { password } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const service = useSharedService();

beforeAll(async () => {
  const text = "insert into users (email, fullname, password_digest) values ('rosa@example.com', 'Rosa', $1)";
  await service.sql(text, [await argon2id.hash(password)]);
});

test("the service serves the pages, the API and the documentation", async () => {
  const browser = new PlainBrowser(service.url);
  expect(await browser.get("/")).toMatchObject({ status: 303, location: "/docs" });
  expect((await browser.get("/docs/")).status).toBe(200);
  expect((await browser.get("/health")).status).toBe(200);
  expect(await browser.signIn("rosa@example.com", password)).toMatchObject({
    status: 303,
    location: "/console/calendar",
  });
  expect(await browser.get("/")).toMatchObject({ status: 303, location: "/console/calendar" });
  expect((await browser.get("/password")).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("a session alone does not authenticate API requests, and API responses set no cookie", async () => {
  const browser = new PlainBrowser(service.url);
  expect((await browser.signIn("rosa@example.com", password)).status).toBe(303);
  const seen = await browser.get("/api/v3/rentals");
  expect(seen.status).toBe(401);
  expect(seen.headers.getSetCookie()).toEqual([]);
});
