import { existsSync } from "node:fs";
import pg from "pg";
import { inject } from "vitest";

/** An advisory lock that serializes all creations. Must differ from other locks of the test server. */
const lock = 4_711_001;

/**
 * Creates something once per run: the first worker creates it, and the others wait.
 * @param made its path, which `make` creates as its last step
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
