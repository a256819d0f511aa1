import { expect, test } from "vitest";
import { planAll } from "../../src/modules/guests/automations/plan/plan-rule.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aRule } from "./fixture.ts";

const service = useService();

test("the first rule of a large account finds each booking's actions without reading the others", async () => {
  const stays = 1400;
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const { id: rental } = await aRental(client);
  await service.sql(
    `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, currency, created_by_id, created_by_type)
     select $1, $2, current_date + n, current_date + 1 + n, true, false, 'EUR', $3, 'Application' from generate_series(3, $4::integer + 2) n`,
    [account, rental, client.application, stays],
  );
  // As autovacuum leaves a table that was empty.
  await service.sql("vacuum analyze scheduled_actions");
  const rule = await aRule(client);
  const scope = service.database.within([account]);
  await planAll({ scope, account, signal: AbortSignal.timeout(100_000) }, Number(rule.id));
  const found = "select * from scheduled_actions where account_id = $1 and booking_id = $2 and automation_id = $3";
  const [counted] = await service.sql("select count(*)::integer from scheduled_actions where account_id = $1", [
    account,
  ]);
  const plan = await scope.transaction((transaction) =>
    transaction.rows<{ "QUERY PLAN": string }>(`explain ${found}`, [account, 1, Number(rule.id)]),
  );
  expect(counted).toEqual({ count: stays });
  const conditions = plan.map((line) => line["QUERY PLAN"]).filter((line) => line.includes("Index Cond"));
  expect(conditions.join()).toContain("booking_id");
});
