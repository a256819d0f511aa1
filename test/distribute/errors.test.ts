import pg from "pg";
import { expect, test } from "vitest";
import { sqlState, violatedConstraint } from "../../src/database/sql/errors.ts";

/** An error as a coordinator reports it. */
const told = (code: string, message: string, constraint?: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), { code, constraint });

test("a constraint of a shard is known by the name of its table's", () => {
  const error = told("23505", 'duplicate key value violates unique constraint "reviews_once_102138"');
  expect([sqlState(error), violatedConstraint(error)]).toEqual(["23505", "reviews_once"]);
  expect(violatedConstraint(told("23505", "duplicate key value", "sources_name_102178"))).toBe("sources_name");
});

test("a foreign key of a shard is not taken for the table that refers to it", () => {
  const message =
    'update or delete on table "secrets_keys_102178" violates foreign key constraint "mails_secrets_key_id_fkey_102099" on table "mails_102099"';
  expect(violatedConstraint(told("23503", message))).toBe("mails_secrets_key_id_fkey");
});

test("an exclusion that a worker reports without a code is recognized by its message", () => {
  const error = told("XX000", 'conflicting key value violates exclusion constraint "no_night_has_two_rates_102130"');
  expect([sqlState(error), violatedConstraint(error)]).toEqual(["23P01", "no_night_has_two_rates"]);
});

test("on one server the error itself says which constraint it was", () => {
  const message = 'duplicate key value violates unique constraint "x"';
  expect(violatedConstraint(told("23505", message, "sources_name"))).toBe("sources_name");
  expect([sqlState(new Error(message)), violatedConstraint(new Error(message))]).toEqual([undefined, undefined]);
});
