import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { endpointUrlProblem } from "../../src/modules/records/webhooks/endpoint/endpoint-url.ts";

const local = { privateFetch: [], localWebhooks: true };
const notPublic = "must have a public address";

describe("beyond https and public addresses, settings allow", () => {
  test.each([
    ["http://localhost:4000/events", undefined],
    ["http://127.0.0.1:4000", undefined],
    ["http://[::1]:4000", undefined],
    ["https://[::ffff:127.0.0.1]:4000", undefined],
    ["http://10.0.0.1", notPublic],
    ["http://93.184.216.34", "must be https"],
  ])("in the demo, to whoever runs it on the own machine: %s", (url, problem) =>
    expect(endpointUrlProblem(url, local)).toBe(problem),
  );

  test.each([
    ["http://10.1.2.3:8080/events", undefined],
    ["http://hooks.internal:8080/events", undefined],
    ["https://192.168.0.1", notPublic],
    ["http://localhost:4000", notPublic],
  ])("by ROOST_PRIVATE_FETCH, hosts and ranges: %s", (url, problem) =>
    expect(endpointUrlProblem(url, { privateFetch: ["10.0.0.0/8", "hooks.internal"], localWebhooks: false })).toBe(
      problem,
    ),
  );
});

test("this machine is allowed only in the demo, and only while the service listens on loopback", () => {
  const lets = (environment: Record<string, string>) => readConfig(environment).localWebhooks;
  expect(lets({ ROOST_TLS: "off" })).toBe(true);
  expect(lets({ ROOST_TLS: "off", ROOST_DEMO: "off" })).toBe(false);
  expect(lets({})).toBe(false);
  expect(lets({ ROOST_TLS: "proxy", ROOST_BASE_URL: "https://roost.example" })).toBe(false);
});
