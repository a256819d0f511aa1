import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();

test("clears caches when connections break, because a new primary may reuse a version for other content", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const los = async (): Promise<string> => {
    const answer = await client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`);
    return JSON.stringify(recordsOf(answer, "los_records"));
  };
  const before = await los();
  // Simulates a standby that lacked the last transaction and reused its version.
  await service.sql(
    "do $$ begin set local session_replication_role = replica; update rentals set base_rate = 180; end $$",
  );
  expect(await los()).toBe(before);
  await service.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'roost'",
  );
  await expect.poll(los).not.toBe(before);
});
