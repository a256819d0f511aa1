import { describe, expect, test } from "vitest";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

const service = useService({ connections: 1 });

// A cluster plans each statement with its account (docs/design/cluster.md).
describe.skipIf(onCluster())("generic plans", () => {
  test("are used by the statements that ask for them, and by all others only after planOnce", async () => {
    const scope = service.database.within([await service.anAccount()]);
    const modes = await scope.transaction(async (transaction) => {
      const mode = async () =>
        (await transaction.row<{ mode: string }>("select current_setting('plan_cache_mode') as mode"))?.mode;
      const [asked, after] = await Promise.all([transaction.plannedOnce(mode), mode()]);
      await transaction.planOnce();
      return [asked, after, await transaction.plannedOnce(mode), await mode()];
    });
    expect(modes).toEqual(["force_generic_plan", "auto", "force_generic_plan", "force_generic_plan"]);
  });

  test("serve linked rentals and their mirrors, and no statement that shows the booking", async () => {
    const client = await service.aClient(await service.anAccount());
    const rentals = [await aRental(client), await aRental(client), await aRental(client)];
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: rentals.map(({ id }) => id) });
    await service.sql("analyze");
    for (let day = 10; day < 20; day++)
      await aBooking(client, rentals[0] ?? {}, { start_at: `2095-01-${day}`, end_at: `2095-01-${day + 1}` });
    const plans = await service.database.within([]).transaction((transaction) =>
      transaction.rows<{ begins: string; custom: number }>(
        `select begins, sum(custom_plans)::integer as custom
         from pg_prepared_statements join unnest(array['select bookings.id', 'select found', 'with origin']) as begins on statement ^@ begins
         group by 1 order by 1`,
      ),
    );
    expect(plans).toEqual([
      { begins: "select bookings.id", custom: expect.toSatisfy((count: number) => count > 0) },
      { begins: "select found", custom: 0 },
      { begins: "with origin", custom: 0 },
    ]);
  });
});
