import type { Database } from "../../src/database/connect/database.ts";
import { ChangePublisher } from "../../src/modules/records/events/change-publisher.ts";
import { queries } from "./queries.ts";

/** Publishes committed changes shortly afterwards, as a service does. Close it with the test. */
export function publishingOf(database: Database): ChangePublisher {
  return new ChangePublisher(database, queries, (error) => {
    throw error;
  });
}
