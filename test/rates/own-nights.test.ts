import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aGuardedTable, dayAhead } from "./factories.ts";

const service = useSharedService();

const dates = (from: number, to: number) => ({ start_at: dayAhead(from), end_at: dayAhead(to) });

/** A rental at 100 a night, with a rule that looks at the bookings around a stay. */
const aGuardedRental = async (client: ApiClient, rule: Json, attributes: Json = {}): Promise<Json> =>
  aRental(client, { base_rate: "100", rates_table_id: (await aGuardedTable(client, rule)).id, ...attributes });

const sevenIfAvailable = { kind: "charge_at_least_if_available", variables: { length: 7, unit: "days" } };
const noShortGap = { kind: "prevent_gap", variables: { length: 3, unit: "days" } };

const moving = (client: ApiClient, stay: Json, move: Json) =>
  client.post(`/bookings/${stay.id}/move`, { bookings: [{ reprice: true, ...move }] });

describe("rules that look at bookings ignore the booking that moves", () => {
  test("a shortened stay costs as much as a new one", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aGuardedRental(client, sevenIfAvailable);
    const stay = await aBooking(client, rental, dates(20, 28));
    expect(stay.initial_price).toBe("800.0");
    const kept = await changing(client, stay, dates(20, 23));
    expect(kept.json.meta).toMatchObject({ repricing: { initial_price: "700.0" } });
    await changing(client, stay, dates(20, 28));
    const preview = await moving(client, stay, { ...dates(20, 23), dry_run: true });
    expect(recordOf(preview, "booking_quotes")).toMatchObject({ initial_price: "700.0", problems: {} });
    const answer = await moving(client, stay, dates(20, 23));
    expect(recordOf(answer, "bookings").initial_price).toBe("700.0");
  });

  test("its preparation days do not make it cheaper", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aGuardedRental(client, sevenIfAvailable, { preparation_days: 2 });
    const stay = await aBooking(client, rental, { ...dates(20, 23), adults: 1 });
    expect(stay.initial_price).toBe("700.0");
    expect((await changing(client, stay, { adults: 2 })).json.meta).toEqual({});
  });

  const gap = [{ kind: "prevent_gap", rates_rule_id: expect.any(Number) }];
  const refusalsOf = async (client: ApiClient, stay: Json, move: Json): Promise<unknown> =>
    recordOf(await moving(client, stay, { ...move, dry_run: true }), "booking_quotes").refusals;

  test("a stay that leaves its nights leaves no gap to them", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aGuardedRental(client, noShortGap);
    const stay = await aBooking(client, rental, dates(20, 24));
    expect(await refusalsOf(client, stay, dates(25, 28))).toEqual([]);
    await aBooking(client, rental, dates(40, 44));
    expect(await refusalsOf(client, stay, dates(45, 48))).toEqual(gap);
  });

  test("nor does its mirror in the linked rental to which it moves", async () => {
    const client = await service.aClient(await service.anAccount());
    const house = await aRental(client, { base_rate: "100" });
    const rental = await aGuardedRental(client, noShortGap);
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [house.id, rental.id] });
    const stay = await aBooking(client, house, dates(20, 24));
    expect(await refusalsOf(client, stay, { ...dates(25, 28), rental_id: rental.id })).toEqual([]);
  });
});
