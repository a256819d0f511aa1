import { resources } from "../../src/app/registry.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";

/** For jobs that read no records: there are none. */
export const noQueries = new QueryCache(new ResourceRegistry([]));

/** Of all resources. */
export const queries = new QueryCache(new ResourceRegistry(resources));
