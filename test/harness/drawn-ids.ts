import { runSql } from "./databases.ts";
import { ownerOf, serversOf } from "./own-objects.ts";
import type { TestService } from "./service.ts";

/**
 * How many numbers each server of a cluster draws ids from. The coordinator, and a server that is alone, draws from the first part, a
 * worker from the part of its group.
 */
export const ownPart = 2 ** 48;

/** Lets every id that the database gives out from now on begin at a number, on each server within its own part. */
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

/** The ids that some text names and that were drawn, by whichever server, at numbers of its part from `first` to before `end`. */
export function idsDrawn(text: string, first: number, end: number): number[] {
  return (text.match(/\b\d{4,16}\b/g) ?? []).map(Number).filter((id) => id % ownPart >= first && id % ownPart < end);
}
