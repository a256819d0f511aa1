import { beforeAll, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { type RecordedTable, recordedResources, recordedTable } from "../../src/kernel/changes/recorded.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const registry = new ResourceRegistry(resources);
const recorded = recordedResources(registry);
let declared: RecordedTable[] = [];

beforeAll(async () => {
  const rows = await service.sql(
    "select table_name, array_agg(column_name::text) as columns from information_schema.columns where table_schema = 'public' group by 1",
  );
  const columns = new Map(rows.map((row) => [String(row.table_name), row.columns]));
  declared = recorded.map((resource) => {
    const table = resource.recorded ? (resource.recorded.table ?? resource.table) : resource.table;
    const found = columns.get(table);
    return recordedTable(resource, new Set(Array.isArray(found) ? found.map(String) : []));
  });
});

/** The arguments of a resource's triggers, as far as their definitions show them. */
async function installed(name: string) {
  const [made, changed] = await Promise.all(
    ["new", "changed"].map(async (which) => {
      const [row] = await service.sql(
        `select prosrc, tgrelid::regclass::text as table from pg_proc join pg_trigger on tgfoid = pg_proc.oid where proname = $1`,
        [`record_${which}_${name}`],
      );
      return row;
    }),
  );
  const names = (source: unknown): string[] =>
    [...String(source).matchAll(/'"(\w+)":\[/g)].map(([, attribute = ""]) => attribute);
  return {
    table: made?.table,
    changesOf: changed?.table,
    made: names(made?.prosrc),
    changed: names(changed?.prosrc),
    id: /new\.(\w+), 'created'/.exec(String(made?.prosrc))?.[1],
    ended: /case when old\.(\w+) is null/.exec(String(changed?.prosrc))?.[1],
  };
}

test("every resource with account rows has triggers that record exactly its attributes", async () => {
  expect(declared.length).toBeGreaterThan(40);
  for (const { resource, table, id, columns, ended } of declared) {
    const names = columns.map((column) => column.split(" as ").at(-1));
    const found = await installed(resource.name);
    expect(found, resource.name).toEqual({ table, changesOf: table, made: names, changed: names, id, ended });
  }
  const [{ count } = {}] = await service.sql(
    "select count(*)::integer as count from pg_trigger where tgname like 'recorded\\_when\\_made\\_in\\_%' and tgname !~ '_[0-9]{6,}$'",
  );
  expect(count).toBe(declared.length);
});

test("every join table that provides a record's ids is recorded, and no other", async () => {
  const rows = await service.sql(
    "select tgrelid::regclass::text as table, count(*)::integer as triggers from pg_trigger where tgname ~ '^recorded_when_(joined|parted)$' group by 1 order by 1",
  );
  const joins = declared.flatMap(({ joins }) => joins.map(({ table }) => table));
  expect(rows).toEqual(joins.toSorted().map((table) => ({ table, triggers: 2 })));
});

/** The resource that a table stores or joins; undefined if the table is not recorded. */
const recordedIn = (table: string): string | undefined =>
  declared.find((one) => one.table === table || one.joins.some((join) => join.table === table))?.resource.name;

/** Dependents whose `updated_at` the writes themselves change, so they need no lookup. */
const movedByWrites = ["nightly_rate_maps shows periods", "nightly_rate_maps shows seasons"];

/** The resources that a resource's records show, as "dependent shows resource". */
function shownOf({ resource, table, joins }: RecordedTable): string[] {
  const own = new Set([table, ...joins.map((join) => join.table)]);
  const inSql = (sql = ""): string[] => [...sql.matchAll(/\b(?:from|join) ([a-z_]+)/g)].map(([, name = ""]) => name);
  const ofRelations = Object.values(resource.relations).flatMap((relation) => {
    if (relation.kind === "oneOf") return [];
    if (relation.kind === "one") return inSql(relation.expression);
    const { source } = relation;
    if ("foreignKey" in source) return [registry.get(relation.traits.target).table];
    return "through" in source ? [source.through] : inSql(source.expression);
  });
  const ofAttributes = Object.values(resource.attributes).flatMap(({ traits }) => inSql(traits.expression));
  return [...ofRelations, ...ofAttributes]
    .filter((name) => !own.has(name))
    .flatMap((name) => recordedIn(name) ?? [])
    .map((name) => `${resource.name} shows ${name}`);
}

test("a change is an event of every record that shows it, as the declarations say", async () => {
  const rows = await service.sql("select dependent || ' shows ' || resource as shown from change_dependents");
  const found = new Set([...rows.map(({ shown }) => String(shown)), ...movedByWrites]);
  const shown = new Set(declared.flatMap(shownOf));
  expect(shown.size).toBeGreaterThan(50);
  // The account's days of damage deposits apply to all bookings: their change is an event of the settings alone.
  expect([...shown].filter((one) => !found.has(one))).toEqual(["bookings shows accounts"]);
  // The only others depend on a column whose expression names no table.
  expect([...found].filter((one) => !shown.has(one))).toEqual([]);
});

test("neither cards nor anything hidden from callers is recorded", () => {
  for (const { resource, columns } of declared)
    for (const column of columns) {
      const attribute = resource.attributes[column];
      const isRelation = column.replace(/_id$/, "") in resource.relations;
      expect(attribute?.traits.readers === "nobody" && !isRelation, `${resource.name}.${column}`).toBe(false);
      expect(
        /card|token|secret|password|sealed|digest/.test(column) &&
          column !== "tokenize_credit_card_details" &&
          column !== "supported_cardtypes",
        column,
      ).toBe(false);
    }
});

test("the database uses the same change types as the declarations", async () => {
  const rows = await service.sql(
    "select resource, operation, type from change_types where operation <> 'changed' order by 1, 2",
  );
  const types = declared.flatMap(({ resource, ended }) => {
    const { name, singular, recorded: how } = resource;
    const created = (how ? how.created : undefined) || `${singular}.created`;
    const usual = [
      ["created", created],
      ["updated", `${singular}.updated`],
    ];
    const ends = ended
      ? [
          ["ended", `${singular}.${ended.replace(/_at$/, "")}`],
          ["restored", `${singular}.restored`],
        ]
      : [];
    const own = resource.derivedEvents
      .map(({ type }) => [type.slice(type.indexOf(".") + 1), type])
      .filter(([operation]) => operation !== "changed");
    return [...usual, ...ends, ...own].map(([operation, type]) => ({ resource: name, operation, type }));
  });
  // An import records its end only.
  types.push({ resource: "imports", operation: "finished", type: "import.finished" });
  types.push({ resource: "scheduled_actions", operation: "fired", type: "automation.fired" });
  types.push({ resource: "scheduled_actions", operation: "updated", type: "scheduled_action.updated" });
  const inOrder = (one: { resource: string; operation: string | undefined }) => `${one.resource} ${one.operation}`;
  expect(rows).toEqual(types.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1)));
});

test("no trigger changes a recorded column outside an update's column list, which the recording triggers check", async () => {
  const rows = await service.sql(
    `select tgrelid::regclass::text as table, prosrc as source from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and tgtype & 2 = 2 and tgtype & 16 = 16`,
  );
  const changed = rows.flatMap(({ table, source }) => {
    const names = [...String(source).matchAll(/\bnew\.(\w+)\s*:?=/g)].map(([, name = ""]) => name);
    const recordedNames = declared.find((one) => one.table === table)?.columns ?? [];
    return names.some((name) => recordedNames.includes(name)) ? [table] : [];
  });
  // A payment's values are erased by setting forget_me_at, and stay erased.
  expect(changed).toEqual(["payments"]);
});
