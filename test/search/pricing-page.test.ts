import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { formatHundredths, parseHundredths } from "../../src/core/hundredths.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aRatesTable, aRule, aSeason, aTaxOf } from "../rates/factories.ts";
import { offerOf } from "./factories.ts";

const page = await readFile(new URL("../../docs/concepts/pricing.md", import.meta.url), "utf8");

/** Noon on the day when the page's example family searches. */
const now = Date.UTC(2027, 0, 4, 12);
const service = useService({ clock: () => now });

/** Creates the page's example rental as its text describes it. */
async function casaLevante(client: ApiClient): Promise<Json> {
  const table = await aRatesTable(client);
  const summer = await aSeason(client, table, { name_en: "Summer", ratio_percentage: "150", minimum_stay: 4 });
  await created(client, `/seasons/${summer.id}/periods`, "periods", {
    start_date: "2027-07-01",
    end_date: "2027-08-31",
  });
  await aRule(client, table, { kind: "weekend_night", percentage: "20", variables: { days: [5, 6] } });
  await aRule(client, table, {
    kind: "additional_person_fixed_per_night",
    percentage: null,
    fixed_amount: "15",
    variables: { occupation_greater_than: 4 },
  });
  await aRule(client, table, { kind: "stay_at_least", percentage: "-10", variables: { length: 7, unit: "days" } });
  const rental = await aRental(client, {
    name: "Casa Levante",
    base_rate: "120",
    sleeps: 4,
    sleeps_max: 6,
    rates_table_id: table.id,
    rounding_kind: "round-up",
    downpayment: 30,
    balance_due: 30,
    damage_deposit: "300",
  });
  await created(client, `/rentals/${rental.id}/special_offers`, "special_offers", {
    name_en: "Early July",
    discount: 5,
    start_date: "2027-07-01",
    end_date: "2027-07-15",
  });
  const cleaning = await aFee(client, { rate: "80", downpayment_percentage: "0" });
  await aRentalsFee(client, rental, cleaning, { status: "required" });
  const vat = await aTaxOf(client);
  const levied = { tax_id: vat.id, tax_included_in_rate: false };
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", levied);
  await created(client, `/fees/${cleaning.id}/fees_taxes`, "fees_taxes", levied);
  return rental;
}

/** The cells of the page's table rows that start with this text. */
function rowsOf(start: string): string[][] {
  return page
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`))
    .map((line) => line.split("|").map((cell) => cell.trim()));
}

/** The final amount in a row of the page, in hundredths. */
function amountAt(start: string): number {
  const [row] = rowsOf(start);
  return parseHundredths(row?.at(-2) ?? "") ?? Number.NaN;
}

describe("the pricing page", () => {
  test("shows the search's answer for its example stay", async () => {
    const client = await service.aClient(await service.anAccount());
    const offer = await offerOf(client, await casaLevante(client), {
      start_at: "2027-07-02",
      end_at: "2027-07-09",
      adults: 4,
      children: 1,
    });
    const inUnits = (start: string): number => amountAt(start) / 100;
    expect(offer).toMatchObject({
      available: true,
      initial_price: inUnits("rounded up to whole euros"),
      final_price: inUnits("the **final price**"),
      price_to_pay_now: 405.57,
      price_to_pay_now_with_damage_deposit: 705.57,
      price_details: {
        fees: [{ price: "80.0", quantity: 1 }],
        taxes: [{ amount: "122.9" }, { amount: "8.0" }],
      },
    });
    expect([amountAt("cleaning"), amountAt("VAT on the rental price"), amountAt("VAT on the cleaning")]).toEqual([
      80_00, 122_90, 8_00,
    ]);
    expect(page).toContain("are **405.57** (`price_to_pay_now`)");
    expect(page).toContain("they are 705.57.");
  });

  test("shows what each rule does to every night, as the search explains it", async () => {
    const client = await service.aClient(await service.anAccount());
    const offer = await offerOf(client, await casaLevante(client), {
      start_at: "2027-07-02",
      end_at: "2027-07-09",
      adults: 4,
      children: 1,
    });
    const nights = ["Fri", "Sat", "Sun", "Mon", "Tue", "Wed", "Thu"].flatMap((day) => rowsOf(`${day} `));
    expect(nights).toHaveLength(7);
    const sums = [2, 3, 4, 5].map((column) =>
      nights.reduce((sum, row) => sum + (parseHundredths(row[column] ?? "") ?? Number.NaN), 0),
    );
    const [rates = 0, weekend = 0, guests = 0, week = 0] = sums;
    expect(week).toBe(amountAt("the seven nights"));
    const offered = amountAt("special offer,");
    const line = (step: string, nightsOfIt: number, amount: number) => ({
      step,
      id: step === "nightly_rate" || step === "rounding_kind" ? null : expect.any(Number),
      nights: nightsOfIt,
      amount: formatHundredths(amount),
    });
    expect(offer.price_details).toMatchObject({
      rental: [
        line("nightly_rate", 7, rates),
        line("weekend_night", 2, weekend - rates),
        line("additional_person_fixed_per_night", 7, guests - weekend),
        line("stay_at_least", 7, week - guests),
        line("special_offer", 0, offered - week),
        line("rounding_kind", 0, amountAt("rounded up") - offered),
      ],
    });
  });
});
