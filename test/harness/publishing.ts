import type { Database } from "../../src/database/connect/database.ts";
import { ChangePublisher } from "../../src/modules/records/events/change-publisher.ts";
import { queries } from "./queries.ts";

/** Publishes what is committed a moment later, as a service does; to be closed with the test. */
export function publishingOf(database: Database): ChangePublisher {
  return new ChangePublisher(database, queries, (error) => {
    throw error;
  });
}
