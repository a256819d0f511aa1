import { expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { importerInto } from "./importer.ts";

/** One file that two people import at the same time. */
const service = useService();
const importing = importerInto(service);

const isWaiting = async (): Promise<boolean> =>
  (await service.sql("select from pg_locks where not granted")).length > 0;

test.each([
  ["rentals", "external_reference,name\nR1,Villa\n", "/rentals"],
  ["clients", "external_reference,fullname\nC1,Ada Guest\n", "/clients"],
  ["payments", "external_reference,booking,amount,paid_at\nP1,B1,100,2026-01-05\n", "/payments"],
] as const)("two imports of the same %s at the same time store each record once", async (kind, file, path) => {
  const client = await service.aClient(await service.anAccount());
  if (kind === "payments")
    await aBooking(client, await aRental(client), { external_reference: "B1", final_price: "500" });
  let isEnded = false;
  let second: Promise<Json> = Promise.resolve({});
  const first = await importing(client, kind, file, {
    async finish() {
      second = importing(client, kind, file).then(({ created, unchanged }) => ({ created, unchanged }));
      void second.finally(() => (isEnded = true));
      await until(async () => isEnded || (await isWaiting()));
    },
  });
  expect([first.created, await second]).toEqual([1, { created: 0, unchanged: 1 }]);
  expect(recordsOf(await client.get(path), kind)).toHaveLength(1);
});
