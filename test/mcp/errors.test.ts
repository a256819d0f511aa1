import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { rpcErrorOf } from "../../src/interfaces/mcp/rpc/errors.ts";

const log = pino({ level: "silent" });

test("reports a statement timeout as such, not as an internal error", () => {
  const timeout = new pg.DatabaseError("canceling statement due to statement timeout", 0, "error");
  timeout.code = "57014";
  expect(rpcErrorOf(timeout, { id: "r", log })).toMatchObject({
    code: -32603,
    status: 200,
    message: "Internal error: the call timed out. Request fewer records or use fewer conditions.",
  });
});

test("hides the details of any other database error", () => {
  const fault = new pg.DatabaseError("relation secrets does not exist", 0, "error");
  fault.code = "42P01";
  const told = rpcErrorOf(fault, { id: "request-1", log });
  expect(told).toMatchObject({ code: -32603, status: 500 });
  expect(told.message).toContain("request-1");
  expect(told.message).not.toContain("secrets");
});
