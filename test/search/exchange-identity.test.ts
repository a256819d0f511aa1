import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { recordsOf } from "../harness/client.ts";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";
import { aPricedRental, offerOf } from "./factories.ts";

const now = Date.UTC(2027, 0, 4, 12);
const service = useService({ clock: () => now });

beforeAll(async () => {
  await service.sql(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2020-01-01', 1.0834), ('GBP', '2020-01-01', 0.83212345),
       ('JPY', '2020-01-01', 163.291), ('CHF', '2020-01-01', 0.9412)`,
  );
});

/** A rental with fees whose unit prices contain thirds of a cent, in two currencies, with taxes on fees and rental. */
async function aTaxedRental(client: ApiClient, attributes: Json): Promise<Json> {
  const rental = await aPricedRental(client, { base_rate: "33.37", sleeps_max: 4, downpayment: 33, ...attributes });
  const vat = await aTaxOf(client, { percentage: "7.7" });
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
    tax_id: vat.id,
    tax_included_in_rate: false,
  });
  for (const fee of [
    { rate: "0.33", rate_kind: "fixed_per_person_per_night", downpayment_percentage: "12.5" },
    { rate: "1.01", rate_kind: "fixed_per_night", currency: "CHF" },
    { rate: "3.33", rate_kind: "percentage_per_person", maximum_possible_rate: "9.99" },
    { rate: "5.55", rate_kind: "individual_percentage_per_adult" },
  ]) {
    // Yen have no decimals, so that such a fee is in euros.
    const { id } = await aFee(client, {
      currency: attributes.currency === "JPY" ? "EUR" : attributes.currency,
      ...fee,
    });
    await aRentalsFee(client, rental, { id }, { status: "required" });
    await created(client, `/fees/${id}/fees_taxes`, "fees_taxes", { tax_id: vat.id, tax_included_in_rate: false });
  }
  return rental;
}

const texts = (value: unknown): string[] => [value].flat().map(String);

describe.each(["EUR", "USD", "JPY"])("a rental in %s", (currency) => {
  test.each(["EUR", "USD", "GBP", "JPY", "CHF"])(
    "costs the same in %s by a search and by its records",
    async (into) => {
      const client = await service.aClient(await service.anAccount());
      const rental = await aTaxedRental(client, { currency, base_rate: currency === "JPY" ? "5551" : "33.37" });
      const query = `rental_id=${rental.id}&exchange_to_currency=${into}`;
      const records = recordsOf(await client.get(`/los_records?${query}`), "los_records");
      for (const adults of [1, 2, 4]) {
        for (const nights of [1, 7, 30]) {
          const offer = await offerOf(client, rental, {
            start_at: "2027-03-01",
            end_at: new Date(Date.UTC(2027, 2, 1 + nights)).toISOString(),
            adults,
            exchange_to_currency: into,
          });
          const ofKind = (kind: string) => {
            const record = records.find(
              (one) =>
                one.day === "2027-03-01" &&
                one.kind === kind &&
                Number(one.min_occupancy) <= adults &&
                Number(one.max_occupancy) >= adults,
            );
            return Number(texts(record?.rates)[nights - 1]);
          };
          expect(offer.currency).toBe(into);
          expect([ofKind("rental_price"), ofKind("final_price")]).toEqual([offer.initial_price, offer.final_price]);
          const { fees, taxes }: { fees: Json[]; taxes: Json[] } = Object(offer.price_details);
          const cents = (value: unknown) => Math.round(Number(value) * 100);
          const lines = [offer.initial_price, ...[...fees, ...taxes].map(({ amount }) => amount)];
          expect(cents(offer.final_price)).toBe(lines.reduce<number>((sum, line) => sum + cents(line), 0));
        }
      }
    },
  );
});
