import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { requiredJson } from "../../src/kernel/route.ts";
import { errorsOf, recordOf } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, idInPath, pathOf, resourceOfParameter, sampleOf } from "../harness/fixture.ts";

/** Checks `If-Match` on every write of one record. */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000 where id = $1", [fixture.client.application]);
});

const conditional = routes
  .filter(({ operation }) => operation.kind === "write" && operation.onOne)
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const updates = conditional.filter(
  ([, { method, path, resource }]) => method === "PUT" && path === `/${resource.path}/:${resource.singular}_id`,
);

const tagOf = async (path: string) =>
  (await fixture.client.get(path, { "accept-encoding": "identity" })).headers.get("etag");

describe("a write with an outdated tag is refused, and the response has the current tag", () => {
  test.each(conditional)("%s", async (_, route) => {
    const { method } = route;
    const path = pathOf(route, (name) => idInPath(fixture.ids, route, name));
    const body = requiredJson(route) ? {} : undefined;
    const answer = await fixture.client.send(method, path, body, { "if-match": '"outdated"' });
    expect([answer.status, errorsOf(answer)]).toEqual([
      412,
      [{ code: "precondition_failed", details: expect.stringMatching(/ has changed since it was read\./) }],
    ]);
    const [, parameter = ""] = /:([a-z_]+)/.exec(route.path) ?? [];
    const record = `/${resourceOfParameter(route, parameter).path}/${idInPath(fixture.ids, route, parameter)}`;
    const tag = await tagOf(record);
    expect(answer.headers.get("etag")).toBe(tag);
    expect(tag).toMatch(/^"[\w-]{27}\.[\w-]{11}"$/);
  });
});

describe("a tag is good for one write that changes the record", () => {
  test.each(updates)("%s", async (_, { path, resource }) => {
    const id = resource.name === "applications" ? fixture.client.application : idIn(fixture.ids, resource.name);
    const record = `/${resource.path}/${id}`;
    const tag = await tagOf(record);
    const before = recordOf(await fixture.client.get(record), resource.root);
    // A rental's amenity_ids would replace the fixture's amenity record.
    const { amenity_ids, ...sample } = sampleOf(resource, fixture.ids);
    const write = () => fixture.client.put(record, { [resource.root]: [sample] }, { "if-match": String(tag) });
    expect((await write()).status, path).not.toBe(412);
    const after = recordOf(await fixture.client.get(record), resource.root);
    if (JSON.stringify(after) !== JSON.stringify(before)) expect((await write()).status, path).toBe(412);
  });
});
