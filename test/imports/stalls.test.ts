import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { lineMapper } from "../../src/modules/records/imports/mapping.ts";
import { fileReadings } from "../../src/modules/records/imports/reading/file-readings.ts";
import { cellReader } from "../../src/modules/records/imports/reading/read-cells.ts";
import { readLines } from "../../src/modules/records/imports/reading/read-lines.ts";
import { SampleBuilder } from "../../src/modules/records/imports/sample.ts";
import { StallWatch } from "../harness/stall-watch.ts";

/** CPU time, as in test/neighbour/stalls.test.ts. Each slice takes a few milliseconds on a usual machine. */
const maxStallMs = 250;
const bookings = 20_000;

const names =
  "external_reference,rental,start_at,end_at,final_price,created_at,paid_amount,client.email,client.fullname";
const line = (index: number): string =>
  `B${index},R${index % 200},2027-0${1 + (index % 9)}-1${index % 10},2027-0${1 + (index % 9)}-2${index % 10},350.50,2026-01-05,100,g${index}@example.com,"Guest ${index}"`;

test("reading a file of 20,000 bookings lets other requests come in between", async () => {
  const registry = new ResourceRegistry(resources);
  const file = Buffer.from([names, ...Array.from({ length: bookings }, (_, index) => line(index))].join("\n"));
  const watch = new StallWatch();
  const stalls: number[] = [];
  // Loading code or collecting garbage slows one of them.
  for (const _ of [1, 2]) {
    watch.begin();
    const read = await readLines(file, {});
    const readings = await fileReadings(registry, "bookings", read, {});
    const toOurs = lineMapper({});
    const toCells = cellReader(readings.columns, {});
    const stays = new SampleBuilder();
    for await (const lines of read.batches())
      for (const one of lines)
        stays.add(
          toCells(toOurs(one), (_, reason) => expect.fail(reason)),
          "Europe/Berlin",
        );
    stalls.push(watch.end());
    const { longestNights, totals } = stays.sample ?? {};
    expect([read.count, longestNights, totals?.[""]]).toEqual([bookings, 10, bookings * 35_050]);
  }
  expect(Math.min(...stalls)).toBeLessThan(maxStallMs);
});

test.each([
  ["spaces in an amount", "final_price", `1${" ".repeat(100_000)}x`],
  ["signs in an amount", "final_price", `${".-".repeat(50_000)}1`],
  ["spaces in a name", "client.fullname", `Ann${" ".repeat(100_000)}Bo`],
  ["spaces in a date", "start_at", `2027-07-01${" ".repeat(100_000)}x`],
  ["line breaks in a text", "notes", `a${"\n".repeat(100_000)}b`],
])("a cell with many %s is read as fast as another", async (_, name, cell) => {
  const registry = new ResourceRegistry(resources);
  const before = process.cpuUsage();
  const read = await readLines(Buffer.from(`external_reference,${name}\nA,"${cell}"\n`), {});
  const { columns } = await fileReadings(registry, "bookings", read, {});
  const toOurs = lineMapper({});
  const toCells = cellReader(columns, {});
  for await (const lines of read.batches()) for (const one of lines) toCells(toOurs(one), () => undefined);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
