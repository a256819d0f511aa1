import { describe, expect, test } from "vitest";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

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
