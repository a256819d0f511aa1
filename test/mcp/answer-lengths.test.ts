import { beforeAll, expect, test } from "vitest";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, objectIn, recordsIn, type WireAgent } from "./fixture.ts";

/** The lengths of agent.md, at four characters a token. */
const service = useDemoService();
const charactersPerToken = 4;
let agent: WireAgent;
let account: number;

beforeAll(async () => {
  await demoOfTheDay();
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  agent = await anAgent(service, await aToken(service, [account]));
});

test("tools/list takes fewer than 3,500 tokens, 4,000 with proposals, and the schema of bookings fewer than 2,000", async () => {
  const listed = objectIn(objectIn((await agent.request("tools/list")).json).result);
  expect(JSON.stringify(listed).length / charactersPerToken).toBeLessThan(3500);
  const proposing = await aToken(service, [account], { mayPropose: true });
  const more = objectIn(objectIn((await (await anAgent(service, proposing)).request("tools/list")).json).result);
  expect(JSON.stringify(more).length / charactersPerToken).toBeLessThan(4000);
  const schema = await agent.content("api_v3_resource_schema", { resource: "bookings" });
  expect(JSON.stringify(schema).length / charactersPerToken).toBeLessThan(2000);
});

test("the default list, record and schema of every resource stay under 8,000 characters", async () => {
  const resources = recordsIn(await agent.content("api_v3_resources"), "resources").map(({ name }) => String(name));
  expect(resources.length).toBeGreaterThan(40);
  for (const resource of resources) {
    const schema = await agent.content("api_v3_resource_schema", { resource });
    expect(JSON.stringify(schema).length, resource).toBeLessThan(8000);
    const content = await agent.content("api_v3_list", { resource });
    expect(JSON.stringify(content).length, resource).toBeLessThan(8000);
    const [first] = recordsIn(content, resource);
    if (first?.id === undefined) continue;
    const one = await agent.call("api_v3_get", { resource, id: first.id });
    const { structuredContent } = objectIn(objectIn(one.json).result);
    if (structuredContent !== undefined) expect(JSON.stringify(structuredContent).length, resource).toBeLessThan(8000);
  }
});
