import { beforeAll, expect, test } from "vitest";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import type { Fixture } from "../harness/fixture.ts";
import { anAgent, aToken, errorIn, objectIn, recordsIn, type WireAgent } from "./fixture.ts";

/** Resources and completion of the agent endpoint (agent.md). */
const service = useFilledService();
let fixture: Fixture;
let agent: WireAgent;

beforeAll(async () => {
  fixture = await filledFixture(service);
  agent = await anAgent(service, await aToken(service, [fixture.account]));
});

const result = async (method: string, params: object = {}) =>
  objectIn(objectIn((await agent.request(method, params)).json).result);

test("lists the guides and reads each as Markdown", async () => {
  const listed = recordsIn(await result("resources/list"), "resources");
  expect(listed.length).toBeGreaterThan(15);
  for (const { uri, title } of listed) {
    const [content] = recordsIn(await result("resources/read", { uri }), "contents");
    expect(content).toMatchObject({ uri, mimeType: "text/markdown" });
    expect(String(content?.text)).toContain(`# ${String(title)}`);
  }
});

test("reads a record as api_v3_get does, and no other account's", async () => {
  const id = fixture.ids.get("bookings");
  const uri = `roost://bookings/${id}`;
  const [content] = recordsIn(await result("resources/read", { uri }), "contents");
  expect(JSON.parse(String(content?.text))).toEqual(await agent.content("api_v3_get", { resource: "bookings", id }));
  const stranger = await anAgent(service, await aToken(service, [await service.anAccount()]));
  for (const [reader, wrong] of [
    [stranger, uri],
    [agent, "roost://bookings/999999"],
    [agent, "roost://nothing/1"],
    [agent, "file:///etc/passwd"],
  ] as const) {
    const answer = await reader.request("resources/read", { uri: wrong });
    expect(errorIn(answer)).toEqual({ code: -32002, message: "Resource not found." });
    expect(objectIn(objectIn(answer.json).error).data).toEqual({ uri: wrong });
  }
});

test("completes a template's resource and the ids of its latest records", async () => {
  const ref = { type: "ref/resource", uri: "roost://{resource}/{id}" };
  const complete = async (name: string, value: string, resource?: string) =>
    objectIn(
      (await result("completion/complete", { ref, argument: { name, value }, context: { arguments: { resource } } }))
        .completion,
    );
  expect(await complete("resource", "bookings_f")).toEqual({ values: ["bookings_fees"], total: 1, hasMore: false });
  expect((await complete("id", "", "clients")).values).toContain(String(fixture.ids.get("clients")));
  expect(await complete("id", "", "unknown")).toEqual({ values: [], total: 0, hasMore: false });
  const wrong = { ref: { type: "ref/prompt", name: "x" }, argument: { name: "id", value: "" } };
  expect(errorIn(await agent.request("completion/complete", wrong)).code).toBe(-32602);
});
