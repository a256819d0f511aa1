import type { Database } from "../../src/database/database.ts";
import { ChangePublisher } from "../../src/modules/events/change-publisher.ts";
import { queries } from "./queries.ts";

/** Publishes what is committed a moment later, as a service does; to be closed with the test. */
export function publishingOf(database: Database): ChangePublisher {
  return new ChangePublisher(database, queries, (error) => {
    throw error;
  });
}
