import { randomBytes } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "../harness/databases.ts";

/**
 * An empty database of a login that is no superuser, as one rents it: the roles of Roost are there already, made by somebody else, and
 * granted to it.
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

/** The same database, reached by the superuser, whom no policy hides a row from. */
export function asSuperuser({ database }: ServerAddress): ServerAddress {
  return { ...inject("owner"), database };
}
