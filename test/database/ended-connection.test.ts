import { expect, test } from "vitest";
import { isUnreachable } from "../../src/database/sql/errors.ts";
import { useService } from "../harness/service.ts";

const service = useService({ connections: 1 });

test("discards a connection that the server is closing instead of giving it to the next caller", async () => {
  const { database } = service;
  const ended = database.read({ text: "select pg_terminate_backend(pg_backend_pid())" }, []).catch(isUnreachable);
  const next = database.read({ text: "select 1" }, []);
  expect(await ended).toBe(true);
  expect(await next).toEqual([["1"]]);
});
