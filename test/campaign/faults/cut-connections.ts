import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

const connections = `select pid from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`;

/** Terminates random connections one by one, as an administrator or a firewall does. */
export const cutConnections: Fault = async ({ sql, primary }, { random, lasts }) => {
  let cut = 0;
  for (const until = Date.now() + lasts; Date.now() < until; await wait(100 + random.below(900))) {
    if (!primary.isUp) break;
    // The database may be down, too.
    const there = await sql.run<{ pid: number }>(connections).catch(() => []);
    const pid = random.pick(there)?.pid;
    if (pid === undefined) continue;
    const done = await sql.run("select pg_terminate_backend($1)", [pid]).catch(() => []);
    cut += done.length;
  }
  return cut;
};
