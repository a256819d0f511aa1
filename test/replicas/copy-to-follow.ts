import { execFile } from "node:child_process";
import { chown, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EmbeddedPostgres, type ServerAddress, startEmbeddedPostgres } from "@roost/embedded-postgres";
import pg from "pg";
import { pathsIn } from "../../packages/embedded-postgres/src/paths.ts";

/** A standby with its own directory. */
export interface FollowingServer {
  readonly directory: string;
  readonly server: EmbeddedPostgres;
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts a streaming standby from a base backup of a running server.
 * @param primary the superuser's address and the data directory
 * @param name the standby's name on the primary
 */
export async function copyToFollow(
  primary: { readonly directory: string; readonly address: ServerAddress },
  name: string,
  settings: Record<string, string> = {},
): Promise<FollowingServer> {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  try {
    await copy(primary, directory);
    const { host, port, user, password } = primary.address;
    const following = {
      ...settings,
      synchronous_standby_names: "",
      primary_conninfo: `host=${host} port=${port} user=${user} password=${password} application_name=${name}`,
      wal_retrieve_retry_interval: "100ms",
    };
    const server = await startEmbeddedPostgres({ directory, settings: following });
    return { directory, server, settings: following, close: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copy(primary: Parameters<typeof copyToFollow>[0], directory: string): Promise<void> {
  const from = pathsIn(await realpath(primary.directory));
  const { cluster } = pathsIn(await realpath(directory));
  const client = new pg.Client({ ...primary.address });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await promisify(execFile)("cp", ["-a", from.cluster, from.password, directory]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(cluster, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  for (const own of ["postmaster.pid", "postmaster.opts"]) await rm(join(cluster, own), { force: true });
  await writeFile(join(cluster, "standby.signal"), "");
  const { uid, gid } = await stat(join(cluster, "PG_VERSION"));
  for (const made of ["backup_label", "standby.signal"]) await chown(join(cluster, made), uid, gid);
}
