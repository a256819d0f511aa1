import { describe, expect, test } from "vitest";
import type { FeeRateKind } from "../../../src/core/pricing/fee-rate-kinds.ts";
import type { LengthOfStayRule, RentalFee } from "../../../src/core/pricing/rates/rate-book.ts";
import { aBook, aFee, always, aTax, dates, day, priceOf, seasons, stay, today } from "./fixture.ts";

const family = { adults: 2, children: 3 };

describe("fees", () => {
  test.each<[FeeRateKind, rate: number, unitPrice: number, quantity: number, amount: number]>([
    ["fixed", 12_50, 12_50, 1, 12_50],
    ["fixed_per_person", 12_50, 12_50, 5, 62_50],
    ["fixed_per_adult", 12_50, 12_50, 2, 25_00],
    ["fixed_per_child", 12_50, 12_50, 3, 37_50],
    ["fixed_per_night", 12_50, 12_50, 4, 50_00],
    ["fixed_per_person_per_night", 2_50, 2_50, 20, 50_00],
    ["fixed_per_adult_per_night", 2_50, 2_50, 8, 20_00],
    ["fixed_per_child_per_night", 2_50, 2_50, 12, 30_00],
    ["percentage", 1_250, 50_00, 1, 50_00],
    ["percentage_per_person", 125, 5_00, 5, 25_00],
    ["percentage_per_adult", 125, 5_00, 2, 10_00],
    ["percentage_per_child", 125, 5_00, 3, 15_00],
    ["individual_percentage_per_adult", 1_000, 8_00, 2, 16_00],
    ["percentage_per_adult_per_night", 1_000, 2_00, 8, 16_00],
  ])(
    "%s of %d, 4 nights for 400, 2 adults and 3 children: %d × %d = %d",
    (rateKind, rate, unitPrice, quantity, amount) => {
      const price = priceOf(aBook({ fees: [aFee({ id: 4, fee: 7, rateKind, rate })] }), stay("2027-02-01", 4, family));
      expect(price.fees).toEqual([{ id: 4, fee: 7, unitPrice, quantity, amount }]);
      expect(price.finalPrice).toBe(400_00 + amount);
      expect(price.rentalPrice).toBe(400_00);
    },
  );

  test("the amount is the rounded unit price times the quantity", () => {
    const fee = aFee({ rateKind: "percentage_per_person", rate: 333 });
    // 100.05 × 3.33% = 3.331665 → 3.33
    expect(priceOf(aBook({ baseRate: 100_05, fees: [fee] }), stay("2027-02-01", 1)).fees).toMatchObject([
      { unitPrice: 3_33, quantity: 2, amount: 6_66 },
    ]);
    // 250.00 × 0.05% = 0.125 → 0.13
    expect(
      priceOf(aBook({ baseRate: 250_00, fees: [aFee({ rateKind: "percentage", rate: 5 })] }), stay("2027-02-01", 1))
        .fees,
    ).toMatchObject([{ amount: 13 }]);
  });

  test("maximum_possible_rate caps only the unit price of a percentage", () => {
    const capped = aFee({ rateKind: "percentage_per_person", rate: 1_000, maximumPossibleRate: 15_00 });
    expect(priceOf(aBook({ fees: [capped] }), stay("2027-02-01", 4, family)).fees).toMatchObject([
      { unitPrice: 15_00, quantity: 5, amount: 75_00 },
    ]);
    expect(priceOf(aBook({ fees: [capped] }), stay("2027-02-01", 1)).fees).toMatchObject([{ unitPrice: 10_00 }]);
    const fixed = aFee({ maximumPossibleRate: 15_00 });
    expect(priceOf(aBook({ fees: [fixed] }), stay("2027-02-01", 1)).fees).toMatchObject([{ amount: 50_00 }]);
  });

  test("maximum_bookable caps the charged units", () => {
    const fee = aFee({ rateKind: "fixed_per_adult_per_night", rate: 3_00, maximumBookable: 7 });
    const book = aBook({ fees: [fee] });
    expect(priceOf(book, stay("2027-02-01", 3)).fees).toMatchObject([{ quantity: 6, amount: 18_00 }]);
    expect(priceOf(book, stay("2027-02-01", 4)).fees).toMatchObject([{ quantity: 7, amount: 21_00 }]);
  });

  test.each([
    [30, 2, 126_00],
    [30, 3, 189_00],
    [7, 2, 42_00],
  ])("maximum_nights limits the nights of each adult: %d nights for %d adults", (nights, adults, amount) => {
    const fee = aFee({ rateKind: "fixed_per_adult_per_night", rate: 3_00, maximumNights: 21 });
    expect(priceOf(aBook({ fees: [fee] }), stay("2027-05-01", nights, { adults })).fees).toMatchObject([{ amount }]);
  });

  test("a percentage per adult and night is capped for each of them, and counts no night beyond maximum_nights", () => {
    const terms = { rateKind: "percentage_per_adult_per_night", rate: 500 } as const;
    const fees = (fee: Partial<RentalFee>) =>
      priceOf(aBook({ fees: [aFee({ ...terms, ...fee })] }), stay("2027-02-01", 4, family)).fees;
    // 100 a night for five guests: 5% of 20.
    expect(fees({})).toMatchObject([{ unitPrice: 1_00, quantity: 8, amount: 8_00 }]);
    expect(fees({ maximumPossibleRate: 75 })).toMatchObject([{ unitPrice: 75, quantity: 8, amount: 6_00 }]);
    expect(fees({ maximumNights: 3 })).toMatchObject([{ unitPrice: 1_00, quantity: 6, amount: 6_00 }]);
    expect(fees({ maximumNights: 3, maximumBookable: 4 })).toMatchObject([{ quantity: 4, amount: 4_00 }]);
  });

  test("fees count the stay's own nights, not the charged ones", () => {
    const rules = [{ id: 1, kind: "charge_at_least", applies: always, length: 5, unit: "days" }] as const;
    const book = aBook({ rules, fees: [aFee({ rateKind: "fixed_per_night", rate: 1_00 })] });
    expect(priceOf(book, stay("2027-02-01", 2)).finalPrice).toBe(502_00);
  });

  test("only required fees with units count, if in force on the arrival night", () => {
    const optional = aFee({ required: false });
    const inMarch = aFee({ id: 2, applies: dates("2027-03-01", "2027-03-31") });
    const summer = aFee({ id: 3, applies: seasons(["2027-07-01", "2027-08-31"]) });
    const children = aFee({ id: 4, rateKind: "fixed_per_child" });
    const book = aBook({ fees: [optional, inMarch, summer, children] });
    const ids = (arrival: string) => priceOf(book, stay(arrival, 3)).fees.map(({ id }) => id);
    expect(ids("2027-02-28")).toEqual([]);
    expect(ids("2027-03-01")).toEqual([2]);
    expect(ids("2027-03-31")).toEqual([2]);
    expect(ids("2027-07-01")).toEqual([3]);
  });

  test("percentages apply to the rental price after discounts and rounding", () => {
    const specialOffers = [{ id: 1, start: today, end: today + 99, discount: 1_500 }];
    const fees = [aFee({ rateKind: "percentage", rate: 1_000 })];
    const book = aBook({ specialOffers, fees, roundingKind: "closest-marketing" });
    expect(priceOf(book, stay("2027-02-01", 4))).toMatchObject({ rentalPrice: 349_00, finalPrice: 383_90 });
  });

  test("unit prices are whole in a currency without cents", () => {
    const fees = [
      aFee({ rateKind: "fixed_per_person", rate: 100_50 }),
      aFee({ id: 2, rateKind: "percentage", rate: 125 }),
    ];
    const book = aBook({ currency: "JPY", baseRate: 10_030_00, fees });
    expect(priceOf(book, stay("2027-02-01", 1)).fees.map(({ unitPrice }) => unitPrice)).toEqual([101_00, 125_00]);
  });
});

describe("taxes", () => {
  test("an exclusive tax is added, an inclusive tax is only shown", () => {
    const excluded = aBook({ taxes: [aTax({ percentage: 1_000 })] });
    expect(priceOf(excluded, stay("2027-02-01", 3))).toMatchObject({
      finalPrice: 330_00,
      taxes: [{ id: 1, percentage: 1_000, included: false, rentalsFee: null, amount: 30_00 }],
    });
    const included = aBook({ taxes: [aTax({ percentage: 1_000, included: true })] });
    expect(priceOf(included, stay("2027-02-01", 3))).toMatchObject({
      finalPrice: 300_00,
      taxes: [{ included: true, amount: 27_27 }],
    });
  });

  test("a tax on a fee applies to the charged fee's amount", () => {
    const onFee = aTax({ id: 2, percentage: 2_000, taxable: { kind: "fee", fee: 7 } });
    const fee = aFee({ id: 3, fee: 7, rateKind: "fixed_per_person", rate: 10_00 });
    expect(
      priceOf(aBook({ taxes: [onFee], fees: [fee, aFee({ id: 4, fee: 8 })] }), stay("2027-02-01", 1)),
    ).toMatchObject({
      finalPrice: 100_00 + 20_00 + 50_00 + 4_00,
      taxes: [{ id: 2, rentalsFee: 3, amount: 4_00 }],
    });
    expect(priceOf(aBook({ taxes: [onFee] }), stay("2027-02-01", 1)).taxes).toEqual([]);
  });

  test("each tax rounds half up once per taxable", () => {
    // 100.05 × 5% = 5.0025 → 5.00; 0.10 × 5% = 0.005 → 0.01; contained: 100.05 × 5 / 105 = 4.7642… → 4.76
    const book = aBook({
      baseRate: 100_05,
      fees: [aFee({ rate: 10 })],
      taxes: [
        aTax({ percentage: 500 }),
        aTax({ id: 2, percentage: 500, taxable: { kind: "fee", fee: 1 } }),
        aTax({ id: 3, percentage: 500, included: true }),
      ],
    });
    expect(priceOf(book, stay("2027-02-01", 1)).taxes.map(({ amount }) => amount)).toEqual([5_00, 1, 4_76]);
  });

  test.each([
    ["2027-01-31", 0],
    ["2027-02-01", 10_00],
    ["2027-02-28", 10_00],
    ["2027-03-01", 0],
  ])("levies a tax of February by the arrival: %s brings %d", (arrival, amount) => {
    const taxes = [aTax({ start: day("2027-02-01"), end: day("2027-02-28") })];
    expect(priceOf(aBook({ taxes }), stay(arrival, 1)).finalPrice).toBe(100_00 + amount);
  });

  test.each<[LengthOfStayRule["comparator"], readonly number[]]>([
    ["==", [3]],
    ["!=", [2, 4]],
    ["<", [2]],
    ["<=", [2, 3]],
    [">", [4]],
    [">=", [3, 4]],
  ])("length_of_stay %s 3 holds for %j nights", (comparator, lengths) => {
    const book = aBook({ taxes: [aTax({ lengthOfStay: [{ comparator, nights: 3 }] })] });
    expect([2, 3, 4].filter((nights) => priceOf(book, stay("2027-02-01", nights)).taxes.length > 0)).toEqual(lengths);
  });

  test("all rules of a tax must hold", () => {
    const lengthOfStay = [
      { comparator: ">", nights: 2 },
      { comparator: "<", nights: 5 },
    ] as const;
    const book = aBook({ taxes: [aTax({ lengthOfStay })] });
    expect([2, 3, 4, 5].filter((nights) => priceOf(book, stay("2027-02-01", nights)).taxes.length > 0)).toEqual([3, 4]);
  });
});

describe("the amount due now", () => {
  const book = aBook({
    downpayment: 3_000,
    balanceDue: 30,
    damageDeposit: 250_00,
    fees: [aFee({ rate: 60_00, downpaymentPercentage: 5_000 }), aFee({ id: 2, fee: 2, rate: 20_00 })],
    taxes: [
      aTax({ percentage: 700 }),
      aTax({ id: 2, percentage: 1_000, taxable: { kind: "fee", fee: 1 } }),
      aTax({ id: 3, percentage: 500, included: true }),
      aTax({ id: 4, percentage: 2_000, taxable: { kind: "fee", fee: 2 } }),
    ],
  });

  test("is everything if the arrival is within balance_due days, the last included", () => {
    expect(priceOf(book, stay("2027-02-03", 1))).toMatchObject({ finalPrice: 197_00, payNow: 197_00 });
    expect(priceOf(book, stay("2027-02-03", 1)).payNowWithDamageDeposit).toBe(447_00);
  });

  test("is otherwise 30% of the rental price and its tax, 50% and 0% of the fees and theirs", () => {
    // 30 + 2.10 + 30 + 3
    expect(priceOf(book, stay("2027-02-04", 1))).toMatchObject({ payNow: 65_10, payNowWithDamageDeposit: 315_10 });
  });

  test("is rounded once: two halves of a cent are one", () => {
    const fees = [aFee({ rate: 10_01, downpaymentPercentage: 5_000 })];
    const halves = aBook({ baseRate: 100_01, downpayment: 5_000, fees });
    expect(priceOf(halves, stay("2027-02-04", 1)).payNow).toBe(55_01);
  });

  test("is whole in yen", () => {
    const yen = aBook({ currency: "JPY", baseRate: 10_001_00, downpayment: 5_000, damageDeposit: 5_000_00 });
    expect(priceOf(yen, stay("2027-02-04", 1))).toMatchObject({ payNow: 5_001_00, payNowWithDamageDeposit: 10_001_00 });
  });
});
