import { cached } from "../../../kernel/application-cache.ts";
import { ConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";

/** A quarter of the connections to the database that a process has by default. */
const mostOfOneAccount = 4;

/**
 * The reads of a process that price many rentals, each of which holds a connection to the database while it computes: an account has a few
 * of them at a time, so that it never holds all connections (docs/design/maps-and-lengths.md). Keys are lanes.
 */
export const longReads = cached(() => new ConcurrencyLimit(mostOfOneAccount));
