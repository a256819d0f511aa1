import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { eventTypes, readsEvents } from "../../src/kernel/changes/event-types.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { recordsOf } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const types = eventTypes(new ResourceRegistry(resources));
const typesOf = (name: string) => types.filter(({ resource }) => resource.name === name).map(({ type }) => type);

test("every kind of change has a type: creation, update, deletion, restoration and becoming invisible", () => {
  const [made, changed] = ["booking.created", "booking.updated"];
  expect(typesOf("bookings")).toEqual([made, changed, "booking.canceled", "booking.restored", "booking.deleted"]);
  expect(typesOf("rentals")).toEqual([
    "rental.created",
    "rental.updated",
    "rental.deleted",
    "rental.restored",
    "rates.changed",
  ]);
  expect(typesOf("clients")).toEqual([
    "client.created",
    "client.updated",
    "client.merged",
    "client.restored",
    "client.deleted",
  ]);
  expect(typesOf("fees")).toContain("fee.archived");
  expect(typesOf("applications")).toContain("application.uninstalled");
  expect(typesOf("messages")).toEqual(["conversation.message_created", "message.updated", "message.deleted"]);
  expect(typesOf("availabilities")).toEqual(["availability.changed"]);
  expect(typesOf("imports")).toEqual(["import.finished"]);
});

test("one of several resources over a table has events; computed, public and webhook resources have none", () => {
  const silent = ["strict_bookings", "bookings_with_fees", "fees_in_bookings", "rates", "change_overs", "amenities"];
  const others = [
    "destinations",
    "owner_statements",
    "reports",
    "pick_up_reports",
    "tourist_tax_reports",
    "event_types",
    "webhook_endpoints",
    "webhook_deliveries",
  ];
  for (const name of [...silent, ...others, "accounts_applications"]) expect(typesOf(name), name).toEqual([]);
});

test("the types are those of the database plus those for records that become invisible", async () => {
  const named = await service.sql("select resource, operation, type from change_types");
  const told = types
    .filter(({ happening }) => happening !== "left")
    .map(({ resource, happening, type }) => ({
      ...{ resource: resource.name, type },
      operation: happening === "changed" ? type.slice(type.indexOf(".") + 1) : happening,
    }));
  const inOrder = (all: readonly object[]) =>
    all.map((one) => JSON.stringify(Object.entries(one).toSorted())).toSorted();
  expect(inOrder(told)).toEqual(inOrder(named));
  expect(new Set(types.map(({ type }) => type)).size).toBe(types.length);
});

test("a write scope can read what its read scope can, and public can read availability", () => {
  const reading = (scope: Scope) => types.filter((type) => readsEvents(type, new Set([scope]))).map(({ type }) => type);
  const payout = ["payout.created", "payout.updated", "payout.deleted"];
  expect(reading("payouts_read")).toEqual([...payout, ...payout.map((type) => `channel_${type}`)]);
  expect(reading("public")).toEqual(expect.arrayContaining(["availability.changed", "rental.updated"]));
  expect(reading("public")).not.toContain("client.created");
  expect(reading("rates_write")).toContain("season.created");
});

test("the list of types is the same for every token, with the scopes that can read each", async () => {
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
