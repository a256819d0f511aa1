import { describe, expect, test } from "vitest";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aFee, aRental, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aTaxOf, changed, dayAhead, refusal } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("a special offer", () => {
  const sample = { name_en: "Special offer for 1", start_date: dayAhead(1), end_date: dayAhead(9), discount: 10 };

  test("creates a special offer and links it from its rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await client.post(`/rentals/${rental.id}/special_offers`, { special_offers: [sample] });
    expect(answer.status, answer.text).toBe(201);
    const offer = recordOf(answer, "special_offers");
    expect(offer).toMatchObject({ name: { en: "Special offer for 1" }, discount: 10, start_date: dayAhead(1) });
    expect(linksOf(offer)).toEqual({ account: client.account, rental: rental.id });
    expect(linksOf(await read(client, "rentals", rental.id)).special_offers).toEqual([offer.id]);
    expect(await changed(client, `/special_offers/${offer.id}`, "special_offers", { discount: "12.5" })).toMatchObject({
      discount: 12.5,
    });
    const reader = await service.aClient(client.account, { scopes: ["public"] });
    expect(recordsOf(await reader.get("/special_offers"), "special_offers")).toHaveLength(1);
    await aRental(client);
    const offering = recordsOf(await reader.get("/rentals?special_offers=true&fields=id"), "rentals");
    expect(offering).toEqual([{ id: rental.id }]);
    expect((await client.delete(`/special_offers/${offer.id}`)).status).toBe(204);
    expect(linksOf(await read(client, "rentals", rental.id)).special_offers).toEqual([]);
  });

  test.each<[Json, Json]>([
    [{ discount: 1 }, { discount: ["must be greater than 1"] }],
    [{ discount: 100.5 }, { discount: ["must be less than or equal to 100"] }],
    [{ discount: 10.125 }, { discount: ["must have at most two decimals"] }],
    [{ name_en: "ab" }, { name: ["is too short (minimum is 3 characters) (en)"] }],
    [{ start_date: dayAhead(-1) }, { start_date: ["cannot be in the past"] }],
    [{ start_date: dayAhead(9) }, { start_date: ["must be before end_date"] }],
  ])("refuses a special offer with %j", async (attributes, errors) => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await client.post(`/rentals/${rental.id}/special_offers`, {
      special_offers: [{ ...sample, ...attributes }],
    });
    expect(refusal(answer)).toEqual([422, errors]);
  });

  test("allows changes to an offer that has already started", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const offer = recordOf(
      await client.post(`/rentals/${rental.id}/special_offers`, { special_offers: [sample] }),
      "special_offers",
    );
    await service.sql("update special_offers set start_date = (now() at time zone 'UTC')::date - 5 where id = $1", [
      offer.id,
    ]);
    const echoed = { start_date: dayAhead(-5), discount: 20 };
    expect(await changed(client, `/special_offers/${offer.id}`, "special_offers", echoed)).toMatchObject(echoed);
  });
});

describe("a tax", () => {
  test("creates the reference's sample tax and keeps its percentage", async () => {
    const client = await aManager();
    const sample = { name_en: "Tax", start_date: "2027-01-01", end_date: "2027-12-31", notes: "Private notes" };
    const answer = await client.post("/taxes", { taxes: [{ ...sample, kind: "other", percentage: "10.0" }] });
    expect(answer.status, answer.text).toBe(201);
    const tax = recordOf(answer, "taxes");
    expect(tax).toMatchObject({ name: { en: "Tax" }, kind: "other", percentage: "10.0", notes: "Private notes" });
    const after = await changed(client, `/taxes/${tax.id}`, "taxes", { ...sample, percentage: "20", kind: "city" });
    expect(after).toMatchObject({ percentage: "10.0", kind: "city" });
    const reader = await service.aClient(client.account, { scopes: ["public"] });
    expect(await read(reader, "taxes", tax.id)).not.toHaveProperty("notes");
    expect((await client.delete(`/taxes/${tax.id}`)).status).toBe(405);
  });

  test.each<[Json, Json]>([
    [{ percentage: "-1" }, { percentage: ["must be greater than or equal to 0"] }],
    [{ percentage: null }, { percentage: ["can't be blank"] }],
    [{ kind: undefined }, { kind: ["can't be blank"] }],
    [{ kind: "" }, { kind: ["can't be blank"] }],
    [{ kind: "window" }, { kind: [expect.stringMatching(/^must be one of: value_added/)] }],
    [{ end_date: dayAhead(-1000) }, { start_date: ["must be before end_date"] }],
    [
      { tax_rules: [{}] },
      {
        tax_rules: [
          "element 1: compared_attribute can't be blank",
          "element 1: comparator can't be blank",
          "element 1: value can't be blank",
        ],
      },
    ],
    [{ tax_rules: "all" }, { tax_rules: ["must be an array of at most 20 objects"] }],
  ])("refuses a tax with %j", async (attributes, errors) => {
    const client = await aManager();
    const tax = { name_en: "VAT", kind: "value_added", percentage: "10", start_date: dayAhead(-1000), ...attributes };
    expect(refusal(await client.post("/taxes", { taxes: [tax] }))).toEqual([422, errors]);
  });

  test("writes a tax's rules with the tax and reads them on their own", async () => {
    const client = await aManager();
    const rule = (comparator: string, value: unknown) => ({ compared_attribute: "length_of_stay", comparator, value });
    const tax = await aTaxOf(client, { tax_rules: [rule("<=", "7"), rule(">", 1)] });
    const ids = [linksOf(tax).tax_rules].flat();
    expect(recordsOf(await client.get("/tax_rules"), "tax_rules")).toMatchObject(
      [rule("<=", "7"), rule(">", "1")].map((expected) => ({ ...expected, ruleable_id: tax.id, ruleable_type: "Tax" })),
    );
    const after = await changed(client, `/taxes/${tax.id}`, "taxes", { tax_rules: [rule(">", "1"), rule("<", "30")] });
    expect(linksOf(after).tax_rules).toEqual([ids[1], expect.any(Number)]);
    // A write without rules keeps them.
    const renamed = await changed(client, `/taxes/${tax.id}`, "taxes", { name_en: "City tax" });
    expect(linksOf(renamed).tax_rules).toEqual(linksOf(after).tax_rules);
    expect(linksOf(await changed(client, `/taxes/${tax.id}`, "taxes", { tax_rules: [] })).tax_rules).toEqual([]);
    const list = await client.get("/tax_rules?updated_since=2020-01-01T00:00:00Z");
    expect(list.json).toMatchObject({ tax_rules: [], meta: { deleted_ids: expect.arrayContaining(ids) } });
  });
});

describe("a tax on a rental or a fee", () => {
  test("creates, changes and removes a tax on a rental or fee", async () => {
    const client = await aManager();
    const tax = await aTaxOf(client);
    for (const [root, path] of [
      ["rentals_taxes", `/rentals/${(await aRental(client)).id}/rentals_taxes`],
      ["fees_taxes", `/fees/${(await aFee(client)).id}/fees_taxes`],
    ] as const) {
      const answer = await client.post(path, { [root]: [{ tax_id: tax.id, tax_included_in_rate: true }] });
      expect(answer.status, answer.text).toBe(201);
      const made = recordOf(answer, root);
      expect([made.tax_included_in_rate, linksOf(made).tax]).toEqual([true, tax.id]);
      const again = await client.post(path, { [root]: [{ tax_id: tax.id, tax_included_in_rate: false }] });
      expect(refusal(again)).toEqual([
        422,
        { tax_id: [`has already been taken: the ${root === "fees_taxes" ? "fee" : "rental"} already has this tax`] },
      ]);
      const after = await changed(client, `/${root}/${made.id}`, root, { tax_included_in_rate: false });
      expect(after.tax_included_in_rate).toBe(false);
      expect(refusal(await client.post(path, { [root]: [{}] }))).toEqual([
        422,
        { tax_id: ["can't be blank"], tax_included_in_rate: ["can't be blank"] },
      ]);
      expect((await client.delete(`/${root}/${made.id}`)).status).toBe(204);
      expect((await client.get(`/${root}/${made.id}`)).status).toBe(404);
      expect((await client.post(path, { [root]: [{ tax_id: tax.id, tax_included_in_rate: false }] })).status).toBe(201);
    }
  });

  test("refuses another account's tax", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const theirs = await aTaxOf(stranger);
    const rental = await aRental(client);
    const answer = await client.post(`/rentals/${rental.id}/rentals_taxes`, {
      rentals_taxes: [{ tax_id: theirs.id, tax_included_in_rate: true }],
    });
    expect(refusal(answer)).toEqual([422, { tax_id: ["must exist"] }]);
  });
});
