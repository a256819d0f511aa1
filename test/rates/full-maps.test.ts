import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "./factories.ts";

/** The reference's clients always write maps of 1096 nights (docs/design/maps-and-lengths.md). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const full = Array.from({ length: 1096 }, (_, night) => 100 + night);
const text = full.join();

interface Kind {
  readonly root: string;
  readonly names: readonly string[];
  readonly values: string;
}
const kinds: readonly Kind[] = [
  { root: "nightly_rate_maps", names: ["rates_map", "minimum_stays_map"], values: text },
  { root: "mid_term_rate_maps", names: ["map"], values: text },
];
/** Minimum stays have their own maximum. */
const stays = full.map((_, night) => 1 + (night % 30)).join();
const mapOf = (name: string, values: string) => (name === "minimum_stays_map" ? stays : values);

const served = async (client: ApiClient, root: string): Promise<Json> =>
  recordsOf(await client.get(`/${root}`), root)[0] ?? {};

describe.each(kinds)("a full map of $root", ({ root, names, values }) => {
  const pushing = async (client: ApiClient, day: number, length = 1096) => {
    const { id } = await served(client, root);
    const maps = names.map((name) => [name, mapOf(name, values).split(",").slice(0, length).join()]);
    return client.put(`/${root}/${id}`, { [root]: [{ start_date: dayAhead(day), ...Object.fromEntries(maps) }] });
  };

  test.each([
    ["yesterday", -1],
    ["today", 0],
    ["in a month", 30],
    ["on the last night of the window", 1094],
  ])("accepts a full map that starts %s and drops the nights behind the window", async (_, day) => {
    const client = await aManager();
    await aRental(client, { nightly_rates_managed_externally: true });
    const answer = await pushing(client, day);
    expect(answer.status, answer.text).toBe(200);
    const map = await served(client, root);
    expect(recordOf(answer, root)).toEqual(map);
    for (const name of names) {
      const unwritten = name === "minimum_stays_map" ? "1" : "0";
      const before = Array.from({ length: day + 1 }, () => unwritten);
      const pushed = mapOf(name, values).split(",");
      expect(String(map[name]).split(","), name).toEqual([...before, ...pushed].slice(0, 1096));
    }
  });

  test("refuses a map that starts before yesterday and a shorter slice that ends after the window", async () => {
    const client = await aManager();
    await aRental(client, { nightly_rates_managed_externally: true });
    const before = await served(client, root);
    const early = await pushing(client, -2);
    const window = `must be from ${dayAhead(-1)} (yesterday) to ${dayAhead(1094)}`;
    expect([early.status, errorsOf(early)]).toEqual([422, { start_date: [window] }]);
    const long = await pushing(client, 1, 1095);
    const message = [`ends on ${dayAhead(1095)}, after the last night of the map, ${dayAhead(1094)}`];
    expect([long.status, errorsOf(long)]).toEqual([422, Object.fromEntries(names.map((name) => [name, message]))]);
    expect(await served(client, root)).toEqual(before);
  });
});
