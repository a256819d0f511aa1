import { cached } from "../../../kernel/application-cache.ts";
import { ConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";

/** A quarter of a process's default connection pool. */
const maxReadsPerAccount = 4;

/**
 * Limits concurrent reads that price many rentals and hold a connection while they compute, so no account can exhaust the pool
 * (docs/design/maps-and-lengths.md). Keys are lanes.
 */
export const longReads = cached(() => new ConcurrencyLimit(maxReadsPerAccount));
