import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { eventTypes, eventTypeOf, readsEvents, tellsChanges } from "../../src/kernel/changes/event-types.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { recordsOf } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const registry = new ResourceRegistry(resources);
const types = eventTypes(registry);
const typesOf = (name: string) => types.filter(({ resource }) => resource.name === name).map(({ type }) => type);

test("what happens to a record has a type: its creation, its changes, its end, its return, and that it is not shown any more", () => {
  expect(typesOf("bookings")).toEqual([
    "booking.created",
    "booking.updated",
    "booking.canceled",
    "booking.deleted",
    "booking.restored",
  ]);
  expect(typesOf("fees")).toEqual(["fee.created", "fee.updated", "fee.archived", "fee.deleted"]);
  expect(typesOf("applications")).toContain("application.uninstalled");
  expect(typesOf("messages")).toEqual(["conversation.message_created", "message.updated", "message.deleted"]);
  expect(typesOf("rentals")).toEqual([
    "rental.created",
    "rental.updated",
    "rental.deleted",
    "rates.changed",
    "availability.changed",
  ]);
});

test("of several resources over one table one tells, and nobody is told of what is computed or everybody's", () => {
  const silent = ["strict_bookings", "bookings_with_fees", "fees_in_bookings", "preferences_general_settings"];
  const none = [
    "rates",
    "availabilities",
    "change_overs",
    "amenities",
    "destinations",
    "owner_statements",
    "event_types",
  ];
  for (const name of [...silent, ...none, "webhook_endpoints", "accounts_applications"]) {
    expect(typesOf(name), name).toEqual([]);
    expect(tellsChanges(registry, registry.get(name)), name).toBe(false);
  }
  expect(typesOf("accounts")).toContain("account.updated");
});

test("every type is listed once, as its resource has it", () => {
  expect(new Set(types.map(({ type }) => type)).size).toBe(types.length);
  for (const { type, resource, happening } of types) if (happening) expect(eventTypeOf(resource, happening)).toBe(type);
  expect(() => eventTypeOf(registry.get("clients"), "ended")).toThrow("clients never end");
  expect(() => eventTypeOf(registry.get("rentals"), "restored")).toThrow("rentals never come back");
});

test("a write scope reads what its read scope does, and prices and availability are read with public", () => {
  const reading = (scope: "public" | "payouts_read" | "rates_write") =>
    types.filter((type) => readsEvents(type, new Set([scope]))).map(({ type }) => type);
  expect(reading("payouts_read")).toEqual([
    "payout.created",
    "payout.updated",
    "payout.deleted",
    "channel_payout.created",
    "channel_payout.updated",
    "channel_payout.deleted",
  ]);
  expect(reading("public")).toEqual(
    expect.arrayContaining(["rates.changed", "availability.changed", "rental.updated"]),
  );
  expect(reading("public")).not.toContain("client.created");
  expect(reading("rates_write")).toContain("season.created");
});

test("the list of types is the same for every token, and says which scopes read each", async () => {
  const client = await service.aClient(await service.anAccount(), { scopes: ["payouts_read"] });
  const listed = recordsOf(await client.get("/event_types"), "event_types");
  expect(listed.map(({ type }) => type)).toEqual(types.map(({ type }) => type));
  expect(listed.find(({ type }) => type === "client.updated")).toEqual({
    type: "client.updated",
    resource: "clients",
    description: "A client was changed.",
    scopes: ["clients_read", "clients_write"],
  });
  expect((await client.get("/event_types?type=x")).status).toBe(400);
});
