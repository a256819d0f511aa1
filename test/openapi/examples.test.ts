import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import type { Examples } from "../../src/kernel/openapi/examples.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { executedExamples } from "./executed.ts";

const service = useService();
const file = join(import.meta.dirname, "../../docs/api-examples.json");

/** The examples do not start this close to midnight (UTC), because all of them need the same day. */
const aMoment = 60_000;
const aDay = 86_400_000;

let executed: Examples;

beforeAll(async () => {
  const left = aDay - (Date.now() % aDay);
  if (left < aMoment) await new Promise((resolve) => setTimeout(resolve, left));
  executed = await executedExamples(service);
});

describe("the examples of the documentation", () => {
  // A cluster's worker assigns ids from its own range, which lists follow.
  test.skipIf(onCluster())("match the current answers; `npm run examples` updates them", async () => {
    await expect(`${JSON.stringify(executed, null, 2)}\n`).toMatchFileSnapshot(file);
  });

  test("show a request and a response of every operation with a body", () => {
    const bodies = routes.filter(({ method, operation }) =>
      operation.kind === "write" ? operation.body !== undefined : method === "POST",
    );
    expect(bodies.length).toBeGreaterThan(50);
    for (const { method, path, operation } of bodies) {
      const example = executed.operations[`${method} ${path}`];
      expect(example?.request, `${method} ${path}`).toBeTypeOf("object");
      if (operation.kind !== "write" || operation.success !== 204)
        expect(example?.response, `${method} ${path}`).toBeTypeOf("object");
    }
  });

  test("show a record of every readable resource", () => {
    for (const { method, path, resource, operation } of routes) {
      if (operation.kind !== "list") continue;
      const response = Object(executed.operations[`${method} ${path}`]?.response);
      expect(response[resource.root]?.length, resource.name).toBeGreaterThan(0);
    }
  });
});
