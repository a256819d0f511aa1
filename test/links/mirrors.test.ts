import { describe, expect, test } from "vitest";
import { aBooking, aRental, booking, changing, created, fourNights, linksOf, read } from "../harness/factories.ts";
import { type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";

const service = useService();

test("smoke", async () => {
  const client = await service.aClient(await service.anAccount());
  const [villa, a] = [await aRental(client, { name: "Villa" }), await aRental(client, { name: "Apartment A" })];
  const stay = await aBooking(client, a);
  const group = await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [villa.id, a.id] });
  console.log(JSON.stringify(group));
  console.log((await client.get("/rental_links")).text);
  console.log((await client.get(`/bookings?rental_id=${villa.id}`)).text);
  console.log(
    (await booking(client, villa)).text,
    stay.id,
    (await changing(client, stay, { end_at: "2090-01-10" })).status,
  );
  void [fourNights, linksOf, read, errorsOf, recordsOf, describe, expect];
});
