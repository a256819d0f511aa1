import { expect, test } from "vitest";
import { readMigrations } from "../../src/database/migrate/migration-files.ts";
import { runSql } from "../harness/databases.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { anInvoice, anIssuer } from "../invoices/factories.ts";

const service = useService();

test("earlier invoices become those of the booking's guest, and stay frozen", async () => {
  const client = await anIssuer(service);
  const rental = await aRental(client);
  const guest = await aGuest(client);
  const stays = [
    await aBooking(client, rental, {
      client_id: guest.id,
      start_at: "2092-01-01",
      end_at: "2092-01-05",
      initial_price: "400",
    }),
    await aBooking(client, rental, { start_at: "2092-02-01", end_at: "2092-02-05", initial_price: "400" }),
  ];
  for (const stay of stays) await anInvoice(client, stay, { kind: "deposit", amount: "1", buyer: { name: "Ada" } });
  const migration = (await readMigrations()).find(({ name }) => name.endsWith("invoices_of_guests.sql"));
  await runSql(await ownerOf(service), `alter table invoices drop column client_id cascade; ${migration?.sql ?? ""}`);
  expect(await service.sql("select client_id::integer from invoices order by booking_id")).toEqual([
    { client_id: guest.id },
    { client_id: null },
  ]);
  const other = await aGuest(client);
  for (const change of [
    "client_id = $2, locale = 'de'",
    "client_id = null",
    "updated_at = now(), client_id = client_id",
  ])
    await expect(
      service.sql(`update invoices set ${change} where account_id = $1 and $2::bigint is not null`, [
        client.account,
        other.id,
      ]),
    ).rejects.toThrow("never changes");
});
