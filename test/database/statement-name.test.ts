import { expect, test } from "vitest";
import { summaryOf } from "../../src/database/sql/statement-name.ts";

test.each([
  ["select bookings.id, (select count(*) from fees where (true)) from bookings where id = $1", "SELECT bookings"],
  ["insert into rentals (name) values ('from nowhere') returning id", "INSERT rentals"],
  [
    "with old as (delete from a returning 1), b as (select 1 from c) update only d set e = (select 1 from f)",
    "UPDATE d",
  ],
  ["select * from (select a, (select b from c) from d where e = (select 1)) as f join g on true", "SELECT d"],
  ["delete from tags using things where true", "DELETE tags"],
  ["\n  select set_config('roost.accounts', $1, true)", "SELECT"],
  ["select fold_record_counts()", "SELECT"],
  ["begin isolation level repeatable read read only", "BEGIN"],
  ["commit", "COMMIT"],
  ["", ""],
])("summarizes %j as %j, ignoring parenthesized parts", (text, summary) => {
  expect(summaryOf(text)).toEqual({ operation: summary.split(" ")[0], summary });
});
