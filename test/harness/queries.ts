import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";

/** For jobs that read no records: there are none. */
export const noQueries = new QueryCache(new ResourceRegistry([]));
