import { expect, test } from "vitest";
import { aBooking, aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";

// Exchange rates are global, so these tests change them in their own service.
const service = useService();

const rate = (day: string, units: string) =>
  service.sql("insert into exchange_rates (currency, day, rate) values ('GBP', $1, $2)", [day, units]);

test("a required fee in another currency is booked at the newest rates, even right after they change", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const fee = await aFee(client, { rate: "40", currency: "GBP" });
  await rate(dayAhead(-4), "0.7");
  await aRentalsFee(client, rental, fee, { status: "required" });
  await service.sql("delete from exchange_rates");
  let night = 0;
  const priceOf = async () => {
    night++;
    const nights = { start_at: `2090-03-${10 + night}`, end_at: `2090-03-${11 + night}` };
    const { initial_price, final_price } = await aBooking(client, rental, nights);
    return [initial_price, final_price];
  };

  expect(await priceOf()).toEqual([null, null]);
  await rate(dayAhead(-3), "0.8");
  expect(await priceOf()).toEqual(["100.0", "150.0"]);
  expect(await priceOf()).toEqual(["100.0", "150.0"]);
  await rate(dayAhead(-2), "0.5");
  expect(await priceOf()).toEqual(["100.0", "180.0"]);
  await service.sql("update exchange_rates set rate = 0.4 where day = $1", [dayAhead(-2)]);
  expect(await priceOf()).toEqual(["100.0", "200.0"]);
  await rate(dayAhead(2), "0.1");
  expect(await priceOf()).toEqual(["100.0", "200.0"]);
  await service.sql("delete from exchange_rates");
  expect(await priceOf()).toEqual([null, null]);
});
