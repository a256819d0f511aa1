import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aRental, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();
const migration = new URL("../../src/database/migrate/migrations/0280_codes_of_deleted_rentals.sql", import.meta.url);

test("rentals that were deleted before leave their discount codes", async () => {
  const client = await service.aClient(await service.anAccount());
  const [sold, kept] = [await aRental(client), await aRental(client)];
  const code = await created(client, "/booking/discount_codes", "discount_codes", {
    discount_code: "SOLD",
    percentage: 10,
    rental_ids: [sold.id, kept.id],
  });
  await client.delete(`/rentals/${sold.id}`);
  const join = "insert into discount_codes_rentals (account_id, discount_code_id, rental_id) values ($1, $2, $3)";
  await service.sql(join, [client.account, code.id, sold.id]);
  await service.sql(readFileSync(migration, "utf8"));
  const answer = await client.get(`/booking/discount_codes/${code.id}`);
  expect(answer.json.discount_codes).toMatchObject([{ links: { rentals: [kept.id] } }]);
});
