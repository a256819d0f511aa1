import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as SessionClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as SessionTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as OldClient } from "mcp-sdk-2025-06-18/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "mcp-sdk-2025-06-18/client/streamableHttp.js";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import type { Fixture } from "../harness/fixture.ts";
import { aToken, objectIn, recordsIn, type TestToken } from "./fixture.ts";

/** Official clients of three revisions complete the same journey, with the same answers. */
const service = useFilledService();
let fixture: Fixture;
let token: TestToken;

beforeAll(async () => {
  fixture = await filledFixture(service);
  token = await aToken(service, [fixture.account]);
});

/** The methods of the journey, which all three libraries have. */
interface JourneyClient {
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<object>;
  readonly listResources: () => Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readonly readResource: (resource: { uri: string }) => Promise<{ readonly contents: readonly object[] }>;
  readonly close: () => Promise<void>;
}

const info = { name: "journey", version: "1" };
const url = () => new URL(`${service.url}/mcp`);
const options = () => ({ requestInit: { headers: { authorization: `Bearer ${token.token}` } } });

/** The libraries' own types of a transport do not match under exactOptionalPropertyTypes. */
const connectLoosely = (
  client: { readonly connect: (...args: never[]) => Promise<void> },
  transport: object,
): Promise<void> => Reflect.apply(client.connect, client, [transport]);

const clients: readonly (readonly [string, () => Promise<{ client: JourneyClient; version: string | undefined }>])[] = [
  [
    "2026-07-28",
    async () => {
      const client = new NewClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      const transport = new NewTransport(url(), options());
      await client.connect(transport);
      expect(transport.sessionId).toBeUndefined();
      return { client, version: client.getNegotiatedProtocolVersion() };
    },
  ],
  [
    "2025-11-25",
    async () => {
      const client = new SessionClient(info);
      const transport = new SessionTransport(url(), options());
      await connectLoosely(client, transport);
      return { client, version: transport.protocolVersion };
    },
  ],
  [
    "2025-06-18",
    async () => {
      const client = new OldClient(info);
      const transport = new OldTransport(url(), options());
      await connectLoosely(client, transport);
      return { client, version: transport.protocolVersion };
    },
  ],
];

/** The results of each client, in any order of the tests. */
const journeys: unknown[] = [];

test.each(clients)("a client of %s lists, asks, reads a record and is refused", async (revision, connect) => {
  const { client, version } = await connect();
  onTestFinished(() => client.close());
  expect(version).toBe(revision);
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown>) =>
    objectIn(objectIn(await client.callTool({ name, arguments: args })).structuredContent);
  const id = fixture.ids.get("bookings");
  const listed = await call("api_v3_list", { resource: "bookings", filter: { id } });
  const [booking] = recordsIn(listed, "bookings");
  expect(objectIn(booking).reference).toMatch(/^\w+$/);
  const guests = await call("find_guest", { email: "ada@example.com" });
  expect(recordsIn(guests, "guests")).not.toEqual([]);
  const schema = await call("api_v3_resource_schema", { resource: "rentals" });
  const { resources } = await client.listResources();
  const [record] = (await client.readResource({ uri: `roost://bookings/${id}` })).contents;
  const refused = await client.callTool({ name: "api_v3_list", arguments: { resource: "castles" } }).then(
    () => "not refused",
    (error: unknown) => objectIn({ ...Object(error) }).code,
  );
  expect(refused).toBe(-32602);
  journeys.push({ tools, listed, guests, schema, resources, record });
  expect(journeys.at(-1)).toEqual(journeys[0]);
});
