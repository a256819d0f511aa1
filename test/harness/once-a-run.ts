import { existsSync } from "node:fs";
import pg from "pg";
import { inject } from "vitest";

/** Any number that no other lock of the test server has: two things are never made at the same time. */
const lock = 4_711_001;

/**
 * Makes what is made once a run: whichever worker comes first makes it, and the others wait.
 * @param made where it is when it is whole; `make` puts it there last of all
 */
export async function onceARun(made: string, make: () => Promise<void>): Promise<void> {
  if (existsSync(made)) return;
  const client = new pg.Client({ ...inject("owner") });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    if (!existsSync(made)) await make();
  } finally {
    await client.end();
  }
}
