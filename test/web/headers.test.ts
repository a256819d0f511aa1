import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "../../src/interfaces/web/pages/page-headers.ts";
import { useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

describe("response headers of pages", () => {
  test("pages, redirects and error pages forbid framing, caching, sniffing and scripts", async () => {
    const person = await fixture.aPerson();
    await fixture.anAccount(person, "owner");
    const browser = await fixture.signedIn(person);
    const stranger = new PlainBrowser(fixture.url);
    const answers = await Promise.all([
      stranger.get("/"),
      stranger.get("/sign_in"),
      stranger.get("/password"),
      stranger.post("/sign_in", {}),
      browser.get("/password"),
      browser.post("/password", {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 200, 303, 403, 200, 422]);
    for (const { headers, text } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": policy,
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      });
      expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=|javascript:|https?:\/\//i);
    }
  });

  test("every page has a language, a title, one heading and one main element", async () => {
    const person = await fixture.aPerson();
    await fixture.anAccount(person, "owner");
    const browser = await fixture.signedIn(person);
    for (const path of ["/password", "/invitations/unknown"]) {
      const { text, headers } = await browser.get(path);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(text).toMatch(/<title>[^<]+ · Roost<\/title>/);
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text.match(/<main/g)).toHaveLength(1);
    }
  });

  test("caches the stylesheet for a year under its content hash only", async () => {
    const browser = new PlainBrowser(fixture.url);
    const { text } = await browser.get("/sign_in");
    const path = /<link rel="stylesheet" href="([^"]+)">/.exec(text)?.[1] ?? "";
    const sheet = await browser.get(path);
    expect(sheet.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(sheet.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const old = await browser.get("/assets/roost.css?v=of-another-release");
    expect(old.headers.get("cache-control")).toBe("no-cache");
    expect(old.text).toBe(sheet.text);
    expect((await browser.get("/assets/roost.svg")).headers.get("content-type")).toBe("image/svg+xml");
  });
});

describe("the targets of forms", () => {
  test("the sign-in page allows only the application's registered redirect URI as a form target", async () => {
    await fixture.sql(
      "insert into applications (name, client_id, client_secret_digest, redirect_uris, scopes) values ('Owl', 'owl', '', $1, '{public}')",
      [["https://owl.example/back?a=b", "http://127.0.0.1:8080/", "urn:ietf:wg:oauth:2.0:oob"]],
    );
    const browser = new PlainBrowser(fixture.url);
    const policyOf = async (path: string) =>
      (await browser.get(`/sign_in?return_to=${encodeURIComponent(path)}`)).headers.get("content-security-policy");
    const way = (back: string, client: string) =>
      `/oauth/authorize?response_type=code&redirect_uri=${encodeURIComponent(back)}&client_id=${client}`;
    expect(await policyOf(way("https://owl.example/back?a=b", "owl"))).toContain(
      "form-action 'self' https://owl.example;",
    );
    expect(await policyOf(way("http://127.0.0.1:9090/", "owl"))).toContain("form-action 'self' http://127.0.0.1:9090;");
    expect(await policyOf(way("https://evil.example/", "owl"))).toBe(policy);
    expect(await policyOf(way("https://owl.example/back?a=b", "evil"))).toBe(policy);
    expect(await policyOf(way("https://owl.example/back?a=b", "%00"))).toBe(policy);
    expect(await policyOf("/password?client_id=owl")).toBe(policy);
  });

  test("leaves invalid sources out of the policy", () => {
    const targets = [
      "https://a.example/;script-src *",
      "http://[::1]:80/",
      "urn:ietf:wg:oauth:2.0:oob",
      "no",
      "javascript:1",
    ];
    expect(contentSecurityPolicy(targets)).toContain("form-action 'self' https://a.example http:;");
  });
});

describe("invalid form bodies", () => {
  test("an oversized form is 413, another media type 415, a malformed form shows the form again", async () => {
    const send = async (type: string, body: string) => {
      const response = await fetch(`${fixture.url}/sign_in`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      return [response.status, response.headers.get("content-type")?.split(";")[0]];
    };
    const form = "application/x-www-form-urlencoded";
    expect(await send(form, `email=${"a".repeat(65 * 1024)}`)).toEqual([413, "text/html"]);
    expect(await send("application/json", "{}")).toEqual([415, "text/html"]);
    expect(await send("text/plain", "email=a")).toEqual([415, "text/html"]);
    expect(await send(form, "__proto__=a&constructor=b&email=%zz&=&&csrf_token")).toEqual([403, "text/html"]);
  });
});
