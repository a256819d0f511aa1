import { describe, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { agentResources } from "../../src/kernel/agent-schema.ts";
import { decimal, id, string, time } from "../../src/kernel/attribute.ts";
import { compileQuery } from "../../src/kernel/read/compile-query.ts";
import { filterables } from "../../src/kernel/read/filter/filter.ts";
import { readFilter } from "../../src/kernel/read/filter/filter-query.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { defineResource } from "../../src/kernel/resource.ts";
import { reads } from "../../src/kernel/route.ts";
import { booleanParameter } from "../../src/kernel/search.ts";

/** Filterable names, and filters in statements (docs/design/agents.md). */
const ship = defineResource("ships", {
  singular: "ship",
  description: "A ship.",
  readScopes: ["public", "bookings_read"],
  attributes: {
    id: id(),
    name: string(),
    price: decimal().measuredIn("stars").readBy("bookings_read"),
    secret: string().writeOnly(),
    sails_at: time(),
  },
  relations: {},
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: "ships.made_by = :application",
    others: "ships.afloat",
  },
  search: {
    afloat: booleanParameter({
      condition: "ships.afloat = :afloat",
      defaultCondition: { condition: "ships.afloat", shownBy: false, standsBeside: ["name"] },
      description: "Afloat.",
    }),
    sunk: booleanParameter({ condition: "ships.sunk = :sunk", scopes: ["payments_write"], description: "Sunk." }),
    name: booleanParameter({ condition: "false", description: "Stands behind the attribute." }),
  },
});
const registry = new ResourceRegistry([ship]);
const reader: ReadonlySet<Scope> = new Set<Scope>(["public", "bookings_read"]);
const owner: ReadonlySet<Scope> = new Set<Scope>(["bookings_write_owned"]);

const keyOf = (filters: QueryKey["filters"], scopes = reader): QueryKey => ({
  resource: ship,
  scopes,
  oneAccount: true,
  publishedOnly: false,
  fields: new Set(["id"]),
  embedded: [],
  kind: "list",
  searchNames: [],
  ...(filters ? { filters } : {}),
});
const sql = (filters: QueryKey["filters"], scopes = reader) => compileQuery(registry, keyOf(filters, scopes)).statement;

describe("the filterable names", () => {
  test("are the attributes that the token sees, and usable search parameters without such a name", () => {
    expect([...filterables(registry, ship, reader).keys()]).toEqual(["id", "name", "price", "sails_at"]);
    expect([...filterables(registry, ship, new Set<Scope>(["public"])).keys()]).toEqual(["id", "name", "sails_at"]);
    const known = agentResources(registry, reads(ship), reader).get("ships");
    expect(Object.keys(known?.searches ?? {})).toEqual(["afloat"]);
    expect(agentResources(registry, reads(ship), new Set<Scope>(["payouts_read"])).size).toBe(0);
    const keys = { filterables: filterables(registry, ship, reader), searches: known?.searches ?? {} };
    for (const key of ["secret", "sunk"]) {
      expect(() => readFilter(ship, keys, { [key]: true })).toThrow(
        `ships cannot be filtered by ${key}. Known filters: id, name, price, sails_at, afloat.`,
      );
    }
  });
});

describe("a statement", () => {
  test("does not change without a filter", () => {
    expect(sql([])).toEqual(sql(undefined));
    expect(new QueryCache(registry).of(keyOf([])).statement.name).toBe(sql(undefined).name);
  });

  test("is scoped to the accounts, adds its conditions, and numbers its values", () => {
    const { text, names } = sql([
      { key: "name", test: "matches" },
      { key: "price", test: "gt" },
      { key: "name", test: "not_null" },
    ]);
    expect(text).toContain(
      "ships.account_id = $1::bigint and plain_text((ships.name)) like plain_text($2::text) and (ships.price) > $3::numeric and (ships.name) is not null",
    );
    expect(names).toEqual(["account", "filter_1", "filter_2", "limit", "offset"]);
  });

  test("filters only rows that are shown in full", () => {
    expect(sql([{ key: "name", test: "eq" }], owner).text).toContain(
      "plain_text((ships.name)) = plain_text($3::text) and (ships.made_by = $1::bigint)",
    );
  });

  test("lifts the default with a filter, except for declared filters and id comparisons", () => {
    for (const [key, filtered] of filterables(registry, ship, reader)) {
      for (const test of filtered.operators) {
        const stands = key === "name" || (key === "id" && test !== "eq" && test !== "in");
        expect(sql([{ key, test }]).text.includes("(ships.afloat)"), `${key} ${test}`).toBe(stands);
      }
    }
    expect(
      sql([
        { key: "name", test: "eq" },
        { key: "price", test: "gt" },
      ]).text,
    ).not.toContain("(ships.afloat)");
  });

  test("never compares attributes that the token does not see", () => {
    expect(() => sql([{ key: "price", test: "eq" }], owner)).toThrow("ships cannot be filtered by price.");
    expect(() => sql([{ key: "secret", test: "eq" }])).toThrow("ships cannot be filtered by secret.");
  });
});

test("a statement in use stays compiled, however many other combinations follow", () => {
  const queries = new QueryCache(registry);
  const plain = queries.of(keyOf(undefined));
  for (let count = 1; count <= 1000; count++) {
    queries.of({ ...keyOf(undefined), searchNames: Array.from({ length: count % 500 }, () => "updated_since") });
    expect(queries.of(keyOf(undefined))).toBe(plain);
  }
});
