import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import type { Attribute } from "../../src/kernel/attribute.ts";
import type { Nested } from "../../src/kernel/nested.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, created, linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idInPath, pathOf } from "../harness/fixture.ts";
import { aRatesTable, aRule, dayAhead } from "../rates/factories.ts";

/** Amounts fit their currency (bookings.md, Money), in every attribute of every body. */
const service = useFilledService();

const amount = "100.5";
const refusal = "must be a number without decimals in JPY";

interface Place {
  readonly route: Route;
  /** The names of the nested bodies around the attribute. */
  readonly within: readonly string[];
  readonly name: string;
  readonly attribute: Attribute<unknown>;
}

const writable = (of: Resource): [string, Attribute<unknown>][] =>
  Object.entries(of.attributes).filter(([, { traits }]) => traits.writable);

function placesIn(route: Route, of: Resource, nested: Nested, within: readonly string[]): Place[] {
  const own = writable(of).map(([name, attribute]) => ({ route, within, name, attribute }));
  const inner = Object.entries(nested).filter(([, body]) => !body.echoed);
  return [...own, ...inner.flatMap(([name, body]) => placesIn(route, body.of, body.nested ?? {}, [...within, name]))];
}

const places = routes.flatMap((route): Place[] => {
  const { operation } = route;
  if (operation.kind !== "write" || !operation.body) return [];
  const { body } = operation;
  return placesIn(route, body.of, body.media === "json" ? body.nested : {}, []);
});

const titled = (all: readonly Place[]) =>
  all.map(
    (place) => [[`${place.route.method} ${place.route.path}`, ...place.within, place.name].join(" "), place] as const,
  );

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000 where id = $1", [fixture.client.application]);
  for (const table of ["rentals", "bookings", "fees"])
    await service.sql(`update ${table} set currency = 'JPY' where account_id = $1`, [fixture.account]);
  await service.sql("update accounts set default_currency = 'JPY' where id = $1", [fixture.account]);
});

describe("each writable attribute", () => {
  const suspicious =
    /price|rate$|rates|amount|deposit$|commission$|payback|downpayment$|discount$|spend|reconciliation|^map$/;

  test.each(titled(places.filter(({ name }) => suspicious.test(name))))(
    "declares whether it is money: %s",
    (_, place) => {
      const { type, traits } = place.attribute;
      const isCount = type.title === "Integer" || type.title === "Boolean" || type.values !== undefined;
      expect(traits.money !== undefined || traits.unit !== undefined || isCount || isPercent(place)).toBe(true);
    },
  );
});

/** The discount of a special offer is a float in percent. */
const isPercent = ({ route, name }: Place): boolean => route.resource.name === "special_offers" && name === "discount";

describe("an amount with more decimals than its currency", () => {
  const amounts = places.filter(({ attribute }) => attribute.traits.money);

  test.each(titled(amounts))("is refused: %s", async (_, { route, within, name }) => {
    const { operation } = route;
    if (operation.kind !== "write" || operation.body?.media !== "json") throw new Error("Amounts are written in JSON.");
    const { body } = operation;
    const own: Json = { [name]: amount, ...(name === "rate" && { rate_kind: "fixed" }) };
    const named = { ...own, ...(within.length === 0 && "currency" in body.of.attributes && { currency: "JPY" }) };
    const element = within.reduceRight<Json>((inner, list) => ({ [list]: [inner] }), named);
    const path = pathOf(route, (parameter) => idInPath(fixture.ids, route, parameter));
    const answer = await fixture.client.send(route.method, path, body.flat ? element : { [body.of.root]: [element] });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(errorsOf(answer))).toContain(refusal);
  });
});

describe("a currency", () => {
  const aManager = async () => service.aClient(await service.anAccount());

  test("is that of the rental for a new booking", async () => {
    const client = await aManager();
    const rental = await aRental(client, { currency: "JPY" });
    const answer = await booking(client, rental, { initial_price: "100.50", discount: "0.5" });
    expect(errorsOf(answer)).toEqual({ initial_price: [refusal], discount: [refusal] });
    const whole = { initial_price: "100.00", discount: "12.5%" };
    expect(await aBooking(client, rental, whole)).toMatchObject({ final_price: "87.0" });
  });

  test("is refused while stored amounts do not fit it", async () => {
    const client = await aManager();
    const rental = await aRental(client, { currency: "EUR" });
    const stay = await aBooking(client, rental, { initial_price: "100.50" });
    expect(errorsOf(await changing(client, stay, { currency: "JPY" }))).toMatchObject({ initial_price: [refusal] });
    const priced = await changing(client, stay, { currency: "JPY", initial_price: 100 });
    expect(recordOf(priced, "bookings")).toMatchObject({ currency: "JPY", initial_price: "100.0" });
  });

  test("of a rental is refused while amounts in it do not fit: overrides, maps and rules of the rates table", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const rule = await aRule(client, table, {
      kind: "additional_person_fixed_per_night",
      ...{ percentage: null, fixed_amount: "15.5", variables: { occupation_greater_than: 2 }, always_applied: true },
    });
    const rental = await aRental(client, { currency: "EUR", base_rate: "100", rates_table_id: table.id });
    const nights = { start_date: dayAhead(1), end_date: dayAhead(2) };
    const path = `/rentals/${rental.id}/rate_overrides`;
    const override = await created(client, path, "rate_overrides", { ...nights, rate: "99.5" });
    const map = linksOf(rental).mid_term_rate_map;
    const writeMap = (rates: string) =>
      client.put(`/mid_term_rate_maps/${map}`, { mid_term_rate_maps: [{ start_date: dayAhead(0), map: rates }] });
    expect((await writeMap("100,99.5")).status).toBe(200);
    const into = (currency: string) => client.put(`/rentals/${rental.id}`, { rentals: [{ currency }] });
    expect(errorsOf(await into("JPY"))).toEqual({
      currency: ["rates rule", "rate override", "mid-term rate map"].map(
        (what) => `cannot be JPY: a ${what} has decimals`,
      ),
    });
    expect((await into("KWD")).status).toBe(200);
    await client.delete(`/rate_overrides/${override.id}`);
    expect((await writeMap("100,99")).status).toBe(200);
    expect(errorsOf(await into("JPY"))).toEqual({ currency: ["cannot be JPY: a rates rule has decimals"] });
    const yen = { name: "Temple", currency: "JPY", base_rate: "100", rates_table_id: table.id };
    expect(errorsOf(await client.post("/rentals", { rentals: [yen] }))).toEqual({
      currency: ["cannot be JPY: a rates rule has decimals"],
    });
    expect((await client.put(`/rates_rules/${rule.id}`, { rates_rules: [{ fixed_amount: "15" }] })).status).toBe(200);
    expect((await into("JPY")).status).toBe(200);
    expect((await client.post("/rentals", { rentals: [yen] })).status).toBe(201);
    const external = await aRental(client, { currency: "EUR", nightly_rates_managed_externally: true });
    const nightly = linksOf(external).nightly_rate_map;
    await client.put(`/nightly_rate_maps/${nightly}`, {
      nightly_rate_maps: [{ start_date: dayAhead(0), rates_map: "80,80.25" }],
    });
    expect(errorsOf(await client.put(`/rentals/${external.id}`, { rentals: [{ currency: "JPY" }] }))).toEqual({
      currency: ["cannot be JPY: a nightly rate map has decimals"],
    });
  });

  test("lets a fee be a percentage with decimals", async () => {
    const client = await aManager();
    const fee = { name: "Service", kind: "other", currency: "JPY", rate: "2.5", downpayment_percentage: 0 };
    const answer = await client.post("/fees", { fees: [{ ...fee, rate_kind: "percentage" }] });
    expect(answer.status).toBe(201);
    const { id } = recordOf(answer, "fees");
    const fixed = await client.put(`/fees/${id}`, { fees: [{ rate_kind: "fixed" }] });
    expect(errorsOf(fixed)).toEqual({ rate: [refusal] });
  });

  test("accepts an echo of a stored amount that does not fit", async () => {
    const client = await aManager();
    const rental = await aRental(client, { currency: "EUR" });
    const stay = await aBooking(client, rental, { initial_price: "100.50" });
    await service.sql("update bookings set currency = 'JPY' where id = $1", [stay.id]);
    const echo = await changing(client, stay, { initial_price: "100.5", notes: "late" });
    expect(echo.status).toBe(200);
  });
});
