import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prettyLine } from "../../src/app/logs/log-format.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { anAgent, aToken, objectIn } from "../mcp/fixture.ts";

/** The request log: one line each, without secrets (docs/operate/monitor.md, Log). */
const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });
let client: ApiClient;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
});
beforeEach(() => {
  lines.length = 0;
});

/** The line is written shortly after the client has the response. */
async function requests(count: number): Promise<Json[]> {
  const found = () => lines.map((line) => objectIn(JSON.parse(line))).filter(({ route }) => route !== undefined);
  await until(() => found().length >= count);
  return found();
}

describe("each request is one line that", () => {
  test("names its route, status and caller, and never a URL", async () => {
    const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Sea view" }] }), "rentals");
    const read = await client.get(`/rentals/${rental.id}?access_token=hidden&q=Lovelace`);
    const unknown = await client.get("/nothing/hidden");
    const anonymous = await fetch(`${service.url}/password/reset/${"hidden".repeat(8)}?code=hidden`);
    const whole = await requests(4);
    const of = (method: string, route: string | null, status: number) => ({
      ...{ method, route, status, level: 30, ms: expect.any(Number), reqId: expect.stringMatching(/^[\w-]{36}$/) },
    });
    const caller = { application: client.application, account: client.account };
    expect(whole).toEqual([
      expect.objectContaining({ ...of("POST", "/api/v3/rentals", 201), ...caller }),
      expect.objectContaining({ ...of("GET", "/api/v3/rentals/:rental_id", read.status), ...caller }),
      expect.objectContaining(of("GET", null, unknown.status)),
      expect.objectContaining(of("GET", "/password/reset/:token", anonymous.status)),
    ]);
    expect(whole[1]?.reqId).toBe(read.headers.get("x-request-id"));
    for (const line of lines) expect(line).not.toMatch(/hidden|Lovelace|Sea view|roost_[A-Za-z0-9]/);
    expect(lines.join("")).not.toContain(client.token);
  });

  test("is written even for a URL that the router cannot parse", async () => {
    const { headers } = await client.get("/rentals/%zz-hidden?token=hidden");
    const outside = await fetch(`${service.url}/%zz-hidden`);
    const bulk = await client.post("/bulk", { operations: [{ method: "GET", path: "/rentals/%zz-hidden" }] });
    const used = Number(headers.get("x-ratelimit-remaining")) - Number(bulk.headers.get("x-ratelimit-remaining"));
    expect([outside.status, used]).toEqual([400, 1]);
    expect(outside.headers.get("x-ratelimit-limit")).toBe("300");
    const refused = { method: "GET", route: null, status: 400 };
    const [first, second, inner, whole] = await requests(4);
    expect([first, second, inner]).toMatchObject([refused, refused, refused]);
    expect(first?.reqId).toBe(headers.get("x-request-id"));
    expect(whole).toMatchObject({ route: "/api/v3/bulk", status: 200 });
    expect(lines.join("")).not.toContain("hidden");
  });

  test("names an agent token's id and account", async () => {
    const token = await aToken(service, [client.account]);
    await anAgent(service, token);
    const [line] = await requests(1);
    expect(line).toMatchObject({ method: "POST", route: "/mcp", agent_token: token.id, account: client.account });
    expect(lines.join("")).not.toContain(token.token);
  });
});

describe("in the pretty format", () => {
  const pretty = (event: Json) =>
    prettyLine(JSON.stringify({ level: 30, time: 1_795_380_598_460, pid: 1, hostname: "vm", ...event }));

  test("a request's line begins with its method, route and status", () => {
    const event = {
      reqId: "a-1",
      method: "GET",
      route: "/api/v3/rentals/:id",
      status: 200,
      ms: 3.1,
      application: 2,
      account: [3, 4],
    };
    expect(pretty(event)).toBe(
      "20:49:58.460 INFO  GET /api/v3/rentals/:id 200 3.1 ms reqId=a-1 application=2 account=[3,4]\n",
    );
    expect(pretty({ ...event, route: null })).toContain(" GET - 200 3.1 ms ");
  });

  test("an error's line is followed by its stack and its cause", () => {
    const err = { message: "no", stack: "Error: no\n    at a", code: "53100", cause: { message: "deeper" } };
    expect(pretty({ level: 50, err, msg: "it failed" })).toBe(
      "20:49:58.460 ERROR it failed\n    Error: no\n        at a (53100)\n    caused by\n    deeper\n",
    );
  });

  test("a line contains no terminal control characters", () => {
    const line = pretty({ msg: "done", name: "a\u001b[2Jb\nINFO faked" });
    expect(line).toBe('20:49:58.460 INFO  done name="a\\u001b[2Jb\\nINFO faked"\n');
  });
});
