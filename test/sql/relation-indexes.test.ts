import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { runSql } from "../harness/databases.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** Each record that is shown looks up its related ids: without an index, it would read the account's whole table. */
test("each to-many relation has an index of its account and column", async () => {
  const registry = new ResourceRegistry(resources);
  const wanted = resources.flatMap(({ name, relations }) =>
    Object.entries(relations).flatMap(([relation, declared]) => {
      if (declared.kind !== "many" || declared.traits.planned) return [];
      const { source, traits } = declared;
      if ("expression" in source) return [];
      const [table, column] =
        "foreignKey" in source ? [registry.get(traits.target).table, source.foreignKey] : [source.through, source.ours];
      return [{ relation: `${name}.${relation}`, table, column }];
    }),
  );
  const { rows } = await runSql(
    await ownerOf(service),
    `select indrelid::regclass::text || '.' || attname as column from pg_index
     join pg_attribute on attrelid = indrelid and attnum = indkey[1]
     where (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]) = 'account_id'`,
  );
  const indexed = new Set(rows.map(({ column }) => column));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter(({ table, column }) => !indexed.has(`${table}.${column}`))).toEqual([]);
});
