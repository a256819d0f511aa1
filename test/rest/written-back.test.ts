import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { type Resource, writtenRelations } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { type Answer, type Json, recordOf } from "../harness/client.ts";
import { linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { digestOf, type Fixture, idIn } from "../harness/fixture.ts";

/** A client can write a record back as it was read; a write without changes changes nothing (conventions.md, Writing). */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000 where id = $1", [fixture.client.application]);
});

const updates = routes
  .filter(({ method, path, resource }) => method === "PUT" && path === `/${resource.path}/:${resource.singular}_id`)
  .map((route) => [route.resource.name, route] as const);

/** The record's path. An application updates its own record. */
const pathOf = ({ name, path }: Resource): string =>
  `/${path}/${name === "applications" ? fixture.client.application : idIn(fixture.ids, name)}`;

/** Sends the record inside a full response envelope. */
const changing = ({ resource }: Route, attributes: Json): Promise<Answer> =>
  fixture.client.put(pathOf(resource), { [resource.root]: [attributes], links: { "a.b": "https://…" }, meta: {} });

const readWhole = async ({ resource }: Route): Promise<Json> => {
  const relations = Object.keys(resource.relations);
  const include = relations.length > 0 ? `?include=${relations.join(",")}` : "";
  return recordOf(await fixture.client.get(pathOf(resource) + include), resource.root);
};

/** A record's relations under the attribute names that writes use. */
const references = (resource: Resource, record: Json): Json =>
  Object.fromEntries(writtenRelations(resource).map(({ name, key }) => [name, linksOf(record)[key]]));

describe("a record that is written back as it was read, with all its includes", () => {
  test.each(updates)("an echoed record of %s changes nothing in the account", async (_, route) => {
    const record = await readWhole(route);
    const before = await digestOf(service, [fixture.account]);
    for (const body of [record, { ...record, ...references(route.resource, record) }, {}]) {
      const answer = await changing(route, body);
      expect(answer.status, answer.text).toBe(200);
      const after = await digestOf(service, [fixture.account]);
      expect(Object.keys(after).filter((table) => !isDeepStrictEqual(after[table], before[table]))).toEqual([]);
      expect(await readWhole(route)).toEqual(record);
    }
  });
});
