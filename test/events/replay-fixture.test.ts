import { beforeAll, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { recordedResources } from "../../src/kernel/changes/recorded.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import type { Json } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";

const service = useFilledService();
let histories = new Map<string, Map<string, Json>>();

beforeAll(async () => {
  const { account } = await filledFixture(service);
  await publishAll(service.database.within([account]), account, new QueryCache(new ResourceRegistry(resources)));
  const rows = await service.sql(
    "select resource, record_id, type, changes from changes where account_id = $1 order by id",
    [account],
  );
  histories = new Map();
  for (const { resource, record_id, changes } of rows) {
    const records = histories.get(String(resource)) ?? new Map<string, Json>();
    histories.set(String(resource), records);
    const record = records.get(String(record_id)) ?? {};
    for (const [name, pair] of Object.entries(changes ?? {})) record[name] = Array.isArray(pair) ? pair[1] : undefined;
    records.set(String(record_id), record);
  }
});

test("replaying each record's changes gives the attributes that the API returns", async () => {
  const { client } = await filledFixture(service);
  let compared = 0;
  for (const { name, path, root } of recordedResources(new ResourceRegistry(resources))) {
    const answer = await client.get(`/${path}`);
    if (answer.status === 404) continue;
    for (const record of JSON.parse(answer.text)[root] ?? []) {
      const replayed = histories.get(name)?.get(String(record.id)) ?? {};
      const shown = Object.fromEntries(Object.entries(record).filter(([attribute]) => attribute in replayed));
      const expected = Object.fromEntries(Object.entries(replayed).filter(([attribute]) => attribute in record));
      expect(shown, `${name} ${record.id}`).toEqual(expected);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(50);
});
