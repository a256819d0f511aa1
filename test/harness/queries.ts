import { resources } from "../../src/app/registry.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";

/** Empty queries, for jobs that read no records. */
export const noQueries = new QueryCache(new ResourceRegistry([]));

/** The queries of all resources. */
export const queries = new QueryCache(new ResourceRegistry(resources));
