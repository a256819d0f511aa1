import { runSql } from "./databases.ts";
import { ownerOf, serversOf } from "./own-objects.ts";
import type { TestService } from "./service.ts";

/** The size of each server's id range. The coordinator and a single server use the first range, a worker that of its group. */
export const ownPart = 2 ** 48;

/** Restarts all id sequences at a number, on each server within its own part. */
export async function idsFrom(service: TestService, start: number): Promise<void> {
  for (const server of serversOf(await ownerOf(service))) {
    await runSql(
      server,
      `select setval(format('public.%I', sequencename)::regclass, min_value - 1 + $1::bigint, false)
       from pg_sequences where schemaname = 'public'`,
      [start],
    );
  }
}

/** Finds ids in a text that any server drew between `first` and before `end` of its part. */
export function idsDrawn(text: string, first: number, end: number): number[] {
  return (text.match(/\b\d{4,16}\b/g) ?? []).map(Number).filter((id) => id % ownPart >= first && id % ownPart < end);
}
