import { randomBytes } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "../harness/databases.ts";

/**
 * An empty database of a login that is not a superuser, as with a hosting provider: Roost's roles already exist and are granted to it.
 */
export async function anEmptyDatabase(): Promise<ServerAddress> {
  const server = inject("owner");
  const name = `backup_${randomBytes(6).toString("hex")}`;
  await runSql(server, `create role ${name} login password 'secret'`);
  await runSql(server, `grant roost_app, roost_jobs to ${name}`);
  await runSql(server, `create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await runSql(server, `drop database ${name} with (force)`);
    await runSql(server, `drop role ${name}`);
  });
  return { ...server, user: name, password: "secret", database: name };
}

/** The same database as a superuser, who sees all rows regardless of policies. */
export function asSuperuser({ database }: ServerAddress): ServerAddress {
  return { ...inject("owner"), database };
}
