import { beforeAll, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { scopes as allScopes, isScope, type Scope } from "../../src/kernel/access/scopes.ts";
import { keepAccessToken, newAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { ApiClient } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import {
  aFixture,
  type Fixture,
  idInPath,
  isCreation,
  listPath,
  makeRoom,
  pathOf,
  sampleOf,
  sharedIn,
} from "../harness/fixture.ts";
import { fullScopes } from "../harness/service.ts";
import { walked } from "./walks.ts";

/** Walks every list by `next`, by page number and as one page, with tokens of different scopes. */
const service = useFilledService();
const lists = routes.filter(({ operation }) => operation.kind === "list");

let ours: Fixture;
let callers: ReadonlyMap<string, ApiClient>;

/** Creates more records of every resource. */
async function fill({ client, ids }: Fixture, more: number): Promise<void> {
  for (const route of routes.filter(isCreation)) {
    for (let times = 0; times < more; times++) {
      await makeRoom(client, route);
      const { resource } = route;
      await client.post(
        pathOf(route, (name) => idInPath(ids, route, name)),
        {
          [resource.root]: [sampleOf(resource, ids)],
        },
      );
    }
  }
}

beforeAll(async () => {
  ours = await filledFixture(service);
  const { account, application } = ours.client;
  const other = await service.aClient(await service.anAccount(), { application });
  const theirs = await aFixture(service, sharedIn(ours.ids), other);
  await service.sql("update applications set rate_limit = 1000000");
  await fill(ours, 2);
  await fill(theirs, 1);
  for (const { client } of [ours, theirs])
    await service.sql("update rentals set published_at = now() where account_id = $1 and id % 3 > 0", [client.account]);
  const own = (scopes: readonly Scope[]) => service.aClient(account, { application, scopes });
  const owned = Object.keys(allScopes)
    .filter(isScope)
    .filter((scope) => scope.endsWith("_owned"));
  const ofAll = newAccessToken();
  await service.database.transaction((transaction) =>
    keepAccessToken(transaction, ofAll, { application, scopes: fullScopes }),
  );
  await service.sql("update applications set rate_limit = 1000000");
  callers = new Map([
    ["everything", ours.client],
    ["what it made itself", await own(owned)],
    ["what another application made in part", await service.aClient(account, { scopes: owned })],
    ["what is public", await own(["public"])],
    ["what is published in several accounts", new ApiClient(service.url, ofAll, account, application)],
  ]);
});

/** The full audit history exceeds one page. */
const narrowed = (path: string): string[] => (path === "/audit_entries" ? ["resource=clients"] : []);

test.each(lists.map((route) => [route.path, route] as const))(
  "%s is the same by next, by numbers and as a whole, whoever asks",
  async (_, route) => {
    const { root } = route.resource;
    const fields = "id" in route.resource.attributes ? ["fields=id"] : [];
    let most = 0;
    for (const [who, client] of callers) {
      const path = listPath(route, ours.ids, [...narrowed(route.path), ...fields].join("&"));
      const { status, text } = await client.get(path);
      if (status === 200) most = Math.max(most, await walked(client, path, root, `${who} ${path}`));
      else expect(status, `${who} ${path} ${text}`).toBe(403);
    }
    expect(most).toBeGreaterThan(0);
  },
);

const bookingLists = [
  "from=1900-01-01T00:00:00Z",
  "from=2090-01-01T00:00:00Z&until=2130-01-01T00:00:00Z",
  "until=2110-01-01T00:00:00Z",
  "months=1200",
  "status=booked,tentative",
  "include_canceled=true",
  "include_canceled=true&from=1900-01-01T00:00:00Z",
  "updated_since=2001-01-01T00:00:00Z",
  "include=client,bookings_fees.fee",
  "fields=start_at",
];

test.each(bookingLists)("bookings by %s are the same by next, by numbers and as a whole", async (query) => {
  for (const [who, client] of callers) {
    const path = `/bookings?${query}`;
    const { status, text } = await client.get(path);
    if (status === 200) await walked(client, path, "bookings", `${who} ${path}`);
    else expect(status, `${who} ${path} ${text}`).toBe(403);
  }
});

test("bookings of a rental and of a client are the same by next, by numbers and as a whole", async () => {
  const { client, ids } = ours;
  for (const query of [`rental_id=${ids.get("rentals")}`, `client_id=${ids.get("clients")}&from=1900-01-01T00:00:00Z`])
    expect(await walked(client, `/bookings?${query}`, "bookings", query)).toBeGreaterThan(2);
});
