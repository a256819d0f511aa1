import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { errorsOf, recordOf } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, read } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, sampleOf } from "../harness/fixture.ts";

/** Deleted, archived and canceled records of every resource reject changes. */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
});

/** A canceled booking can be reinstated by writing `canceled_at` (the reference, bookings). */
const revivable = ["bookings"];

const ending = routes.filter(
  ({ method, path, resource }) => method === "DELETE" && path === `/${resource.path}/:${resource.singular}_id`,
);
const changeable = ending
  .map(({ resource }) => resource)
  .filter((resource) => routes.some((route) => route.method === "PUT" && route.resource === resource))
  .filter(({ name }) => !revivable.includes(name));
const ofKind = (kind: "shown" | "hidden") =>
  changeable
    .filter(({ deletion }) => deletion?.singleRead === kind)
    .map((resource) => [resource.name, resource] as const);

describe("an ended record that can still be read", () => {
  test("shows when it was canceled or archived", () => {
    expect(
      ofKind("shown")
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      "contacts",
      "discount_codes",
      "fees",
      "payments",
      "periods",
      "rental_contacts",
      "rental_urls",
      "rentals_fees",
      "tasks",
    ]);
  });

  test.each(ofKind("shown"))("an ended record of %s refuses changes", async (_, resource) => {
    const { client, ids, gone } = fixture;
    const path = `/${resource.path}/${idIn(gone, resource.name)}`;
    const before = recordOf(await client.get(path), resource.root);
    const state = resource.deletion?.column.replace("_at", "");
    for (const attributes of [sampleOf(resource, ids), {}]) {
      const answer = await client.put(path, { [resource.root]: [attributes] });
      expect([answer.status, errorsOf(answer)]).toEqual([422, { base: [`is ${state} and can no longer be changed`] }]);
    }
    expect((await client.delete(path)).status).toBe(204);
    expect(recordOf(await client.get(path), resource.root)).toEqual(before);
  });
});

describe("an ended record that is hidden", () => {
  test.each(ofKind("hidden"))("an ended record of %s is 404", async (_, resource) => {
    const { client, ids, gone } = fixture;
    const path = `/${resource.path}/${idIn(gone, resource.name)}`;
    const answer = await client.put(path, { [resource.root]: [sampleOf(resource, ids)] });
    expect([answer.status, (await client.delete(path)).status]).toEqual([404, 404]);
  });
});

test("a rentals fee is archived with its fee and refuses changes", async () => {
  const client = await service.aClient(await service.anAccount());
  const fee = await aFee(client);
  const rentalsFee = await aRentalsFee(client, await aRental(client), fee, { maximum_bookable: 2 });
  await client.delete(`/fees/${fee.id}`);
  const answer = await client.put(`/rentals_fees/${rentalsFee.id}`, {
    rentals_fees: [{ maximum_bookable: 9, status: "required" }],
  });
  expect([answer.status, errorsOf(answer)]).toEqual([422, { base: ["is archived and can no longer be changed"] }]);
  expect(await read(client, "rentals_fees", rentalsFee.id)).toMatchObject({ maximum_bookable: 2, required: false });
});
