import { expect, test } from "vitest";
import { readMigrations } from "../../src/database/migrate/migration-files.ts";
import { runSql } from "../harness/databases.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

const service = useService();

test("earlier answers on the portal become those of the booking's guest", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  const guest = await aGuest(client);
  const stays = [
    await aBooking(client, rental, { client_id: guest.id, start_at: "2092-01-01", end_at: "2092-01-05" }),
    await aBooking(client, rental, { start_at: "2092-02-01", end_at: "2092-02-05" }),
  ];
  const agreement = await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", {
    body_en: "No parties.",
  });
  for (const { id } of stays) {
    await service.sql("insert into guest_forms (account_id, booking_id) values ($1, $2)", [client.account, id]);
    await service.sql(
      `insert into agreement_signatures (account_id, booking_id, rental_agreement_id, name, locale, digest, signed_at)
       values ($1, $2, $3, 'Ada', 'en', sha256('No parties.'), now())`,
      [client.account, id, agreement.id],
    );
  }
  const migration = (await readMigrations()).find(({ name }) => name.endsWith("answers_of_guest.sql"));
  // As the tables were before.
  await runSql(
    await ownerOf(service),
    `alter table guest_forms drop column client_id cascade, add unique (account_id, booking_id);
     alter table agreement_signatures drop column client_id cascade, add unique (account_id, booking_id, rental_agreement_id);
     drop index guest_forms_of_booking, agreement_signatures_of_booking;
     ${migration?.sql ?? ""}`,
  );
  for (const table of ["guest_forms", "agreement_signatures"])
    expect(await service.sql(`select client_id::integer from ${table} order by booking_id`)).toEqual([
      { client_id: guest.id },
      { client_id: null },
    ]);
});
