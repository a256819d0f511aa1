import { describe, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { routed } from "../../src/database/sql/routed.ts";
import type { QueryKey } from "../../src/kernel/read/query-key.ts";
import { fullScopes } from "../harness/access.ts";
import { queries } from "../harness/queries.ts";

const textOf = (text: string, accounts: number[] = [7]): string => routed({ text, values: [] }, accounts).text;

describe("a statement on a cluster", () => {
  test("names its one account wherever two accounts are compared", () => {
    expect(textOf("select from a join b on b.account_id = a.account_id and b.id = a.b_id")).toBe(
      "select from a join b on b.account_id = a.account_id and b.account_id = 7 and b.id = a.b_id",
    );
    expect(textOf("select from a join told on a.account_id = told.account")).toBe(
      "select from a join told on a.account_id = told.account and a.account_id = 7",
    );
  });

  test("of none or several accounts stays as it is", () => {
    const text = "select now() from a join b on b.account_id = a.account_id";
    expect(textOf(text, [])).toBe(text);
    expect(textOf(text, [7, 8])).toBe(text);
  });

  test("of several accounts asks for the next rows of all of them together, and not of each", () => {
    const next = (accounts: string, from: string) =>
      `select next.id from ${from}(select a.id from a where a.account_id = ${accounts} and a.id > $2 order by a.id limit 9) as next`;
    const reached = "unnest($1::bigint[]) as reached (account_id) cross join lateral ";
    expect(textOf(next("reached.account_id", reached), [7, 8])).toBe(next("any($1::bigint[])", ""));
  });

  test("that lists any resource of several accounts has that form", () => {
    const lists = resources
      .filter(({ tenancy }) => tenancy === "account")
      .map(
        (resource): QueryKey => ({
          ...{ resource, scopes: new Set(fullScopes), oneAccount: false, publishedOnly: false, fields: undefined },
          ...{ embedded: [], kind: "list", searchNames: [], walk: "by id" },
        }),
      )
      .map((key) => queries.of(key).statement.text)
      .filter((text) => text.includes(" as reached (account_id) "));
    expect(lists.length).toBeGreaterThan(40);
    for (const text of lists) expect(textOf(text, [7, 8])).not.toMatch(/\b(reached|lateral)\b/);
  });

  test("takes the time and the numbers of its planning where it changes rows", () => {
    expect(textOf("update a set at = clock_timestamp() where due <= now() + random() * day")).toBe(
      "update a set at = planned_clock() where due <= planned_now() + planned_random() * day",
    );
  });

  test("has rows that are selected to be added come back, unless they do already", () => {
    expect(textOf("insert into a (account_id, id) select $1, id from unnest($2::bigint[]) as id")).toMatch(
      / as id returning account_id$/,
    );
    const returned = "insert into a (account_id) select $1 returning id";
    expect(textOf(returned)).toBe(returned);
  });

  test("that a worker does as a whole holds its values", () => {
    expect(routed({ text: "select publish_range($1, $2) as published", values: [7, 1000] }, [7])).toEqual({
      text: "select publish_range(7, 1000) as published",
      values: [],
    });
    const erasing = { text: "select erase_changes($1, $2, $3, $4)", values: [7, "clients", ["it's"], []] };
    expect(routed(erasing, [7]).text).toBe(
      "select erase_changes(7, 'clients', array['it''s']::text[], array[]::text[])",
    );
  });
});
