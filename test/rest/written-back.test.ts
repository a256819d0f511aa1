import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { type Resource, writtenRelations } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { type Answer, type Json, recordOf } from "../harness/client.ts";
import { linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { digestOf, type Fixture, idIn } from "../harness/fixture.ts";

/** conventions.md, Writing: a record can be written back as it was read, and a write that changes nothing changes nothing. */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000 where id = $1", [fixture.client.application]);
});

const updates = routes
  .filter(({ method, path, resource }) => method === "PUT" && path === `/${resource.path}/:${resource.singular}_id`)
  .map((route) => [route.resource.name, route] as const);

/** An application changes its own record. */
const pathOf = ({ name, path }: Resource): string =>
  `/${path}/${name === "applications" ? fixture.client.application : idIn(fixture.ids, name)}`;

/** In what an answer puts around its records. */
const changing = ({ resource }: Route, attributes: Json): Promise<Answer> =>
  fixture.client.put(pathOf(resource), { [resource.root]: [attributes], links: { "a.b": "https://…" }, meta: {} });

const readWhole = async ({ resource }: Route): Promise<Json> => {
  const relations = Object.keys(resource.relations);
  const include = relations.length > 0 ? `?include=${relations.join(",")}` : "";
  return recordOf(await fixture.client.get(pathOf(resource) + include), resource.root);
};

/** The relations of a record under the names with which a write sets them. */
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
