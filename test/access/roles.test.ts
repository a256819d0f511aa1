import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { tools } from "../../src/interfaces/mcp/tools/tools.ts";
import { mayAny, withWriters } from "../../src/kernel/access/scopes.ts";
import { limitsOf } from "../../src/kernel/limits.ts";
import type { Route } from "../../src/kernel/route.ts";
import { createAgentToken } from "../../src/modules/platform/access/agent-tokens/create-token.ts";
import { type Role, roles, scopesOfRole } from "../../src/modules/platform/access/roles.ts";
import { cursorText } from "../../src/modules/records/events/feed-cursor.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, pathOf, requiredQuery } from "../harness/fixture.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { anAgent, type WireAgent } from "../mcp/fixture.ts";
import { dayAhead } from "../rates/factories.ts";

/** Each role's visible records (console.md, Roles), through the API, the feed, the audit log and agents. */
const service = useFilledService();
let fixture: Fixture;
let stay: Json;
let elsewhere: Json;
const members = new Map<Role, ConsoleClient>();
const as = (role: Role): ConsoleClient => {
  const member = members.get(role);
  if (!member) throw new Error(`Nobody is ${role}.`);
  return member;
};

/** Values that occur in exactly one place. */
const secrets = {
  lastName: "Quillfeather",
  email: "zora.q@guest.example",
  phone: "+33612345678",
  clientNotes: "allergic to lilies",
  notes: "left the key with Bo",
  door: "4711-door",
  price: "4321.09",
  hidden: "for the office only",
  otherFirstName: "Xanthippe",
};
const shownComment = "bring two more pillows";
const firstName = "Zora";

beforeAll(async () => {
  fixture = await filledFixture(service);
  const { client, account, ids } = fixture;
  const rental = Number(ids.get("rentals"));
  const other = recordOf(
    await client.post("/rentals", { rentals: [{ name: "Far Barn", currency: "EUR" }] }),
    "rentals",
  );
  const guest = recordOf(
    await client.post("/clients", {
      clients: [
        {
          fullname: `${firstName} ${secrets.lastName}`,
          emails: [{ label: "home", email: secrets.email }],
          phones: [{ label: "mobile", number: secrets.phone }],
          notes: secrets.clientNotes,
        },
      ],
    }),
    "clients",
  );
  const otherGuest = recordOf(
    await client.post("/clients", { clients: [{ fullname: secrets.otherFirstName }] }),
    "clients",
  );
  const booked = (day: number, clientId: unknown) => ({
    bookings: [
      {
        start_at: dayAhead(day),
        end_at: dayAhead(day + 3),
        booked: true,
        client_id: clientId,
        adults: 2,
        children: 1,
        initial_price: secrets.price,
        final_price: secrets.price,
        notes: secrets.notes,
        door_key_code: secrets.door,
      },
    ],
  });
  stay = recordOf(await client.post(`/rentals/${rental}/bookings`, booked(900, guest.id)), "bookings");
  elsewhere = recordOf(await client.post(`/rentals/${other.id}/bookings`, booked(900, otherGuest.id)), "bookings");
  for (const [content, visible] of [
    [shownComment, true],
    [secrets.hidden, false],
  ])
    await client.post("/booking_comments", {
      booking_comments: [{ booking_id: stay.id, content, visible_for_all_account_users: visible }],
    });
  for (const role of roles) members.set(role, await aMember(service, account, role, { rentals: [rental] }));
  await service.sql("update applications set rate_limit = 1000000 where client_id like 'roost-console-%'");
});

test("role limits name only existing resources, attributes, relations, parameters and operations", () => {
  const operations = new Set([...routes.map(({ method, path }) => `${method} ${path}`), ...tools.keys()]);
  for (const role of roles) {
    const limits = limitsOf(scopesOfRole(role));
    expect(limits === undefined).toBe(role === "owner");
    if (!limits) continue;
    expect(limits.name).toBe(role);
    const named = "only" in limits.operations ? limits.operations.only : limits.operations.allBut;
    expect(named.filter((name) => !operations.has(name))).toEqual([]);
    for (const [name, part] of Object.entries(limits.resources)) {
      const resource = resources.find((candidate) => candidate.name === name);
      expect(resource, name).toBeDefined();
      if (part === "hidden" || !resource) continue;
      for (const kind of ["attributes", "relations", "search"] as const) {
        const wanted = part[kind];
        const unknown = wanted === "all" ? [] : wanted.filter((one) => !Object.hasOwn(resource[kind], one));
        expect(unknown, `${role} ${name}.${kind}`).toEqual([]);
      }
    }
  }
});

describe("a route admits exactly the roles that have it", () => {
  const missing = 9_999_999;
  const ownersAlone = /^\/(payouts|channel_payouts|applications)(\/|$)/;

  /** Derived independently from console.md. */
  const computedForAccountants = ["/owner_statements", "/reports", "/pick_up_reports", "/tourist_tax_reports"];

  /** A cleaner reports on tasks, and plans none. */
  const reportsOfCleaners = ["POST /tasks/:task_id/report", "POST /tasks/:task_id/task_photos"];

  function isAdmitted(role: Role, route: Route): boolean {
    if (role === "owner") return true;
    const { method, path, operation, resource } = route;
    if (role === "manager")
      return (
        mayAny(scopesOfRole(role), withWriters(route.scopes)) &&
        !ownersAlone.test(path) &&
        `${method} ${path}` !== "DELETE /rentals/:rental_id"
      );
    if (role === "cleaner" && reportsOfCleaners.includes(`${method} ${path}`)) return true;
    if (operation.kind === "write") return false;
    if (operation.kind === "read")
      return ["/events", "/event_types", ...(role === "accountant" ? computedForAccountants : [])].includes(path);
    return readable[role].split(" ").includes(resource.name);
  }

  const readable: Readonly<Record<"accountant" | "cleaner" | "viewer", string>> = {
    accountant:
      "accounts rentals rentals_tags bookings_tags bookings bookings_fees bookings_taxes bookings_payments clients invoices payments payouts channel_payouts payment_gateways sources fees rentals_fees taxes",
    cleaner: "accounts rentals bookings booking_comments clients tasks task_photos",
    viewer: "accounts rentals rentals_tags availabilities change_overs bookings",
  };

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", async (_, route) => {
    const query = requiredQuery(route, fixture.ids);
    const path = `${pathOf(route, () => missing)}${query}`;
    const takesBody = route.operation.kind === "write" && route.operation.body;
    await Promise.all(
      roles.map(async (role) => {
        const answer = await as(role).send(route.method, path, takesBody ? {} : undefined);
        if (isAdmitted(role, route)) expect(answer.status, `${role}: ${answer.text}`).not.toBe(403);
        else expect(answer.status, `${role}: ${answer.text}`).toBe(403);
      }),
    );
  });
});

/** Everything a caller can read: every list and every record of the fixture, with all includes. */
async function everythingOf(member: ConsoleClient): Promise<string> {
  const texts: string[] = [];
  for (const { operation, resource, path } of routes) {
    if (operation.kind !== "list" || path.includes(":")) continue;
    const names = Object.keys(resource.relations);
    const include = names.length > 0 ? `include=${names.join(",")}` : "";
    const ids = [fixture.ids.get(resource.name), ...(resource.name === "bookings" ? [stay.id, elsewhere.id] : [])];
    const paths = [
      `/${resource.path}?per_page=100&${include}`,
      ...ids.map((id) => `/${resource.path}/${id}?${include}`),
    ];
    for (const one of paths) {
      const answer = await member.get(one);
      // Hidden records must not make a read fail; 400 means a missing parameter.
      expect([200, 400, 403, 404], `${one}: ${answer.text}`).toContain(answer.status);
      if (answer.status === 200) texts.push(answer.text);
    }
  }
  return texts.join("\n");
}

describe("visible data by role", () => {
  const seenBy: Readonly<Record<Exclude<Role, "owner" | "manager">, readonly string[]>> = {
    accountant: [firstName, secrets.lastName, secrets.price, secrets.otherFirstName],
    cleaner: [firstName, shownComment],
    viewer: [],
  };

  test.each(Object.entries(seenBy))("the %s reads exactly the role's data", async (name, seen) => {
    const role = roles.find((one) => one === name) ?? "viewer";
    const text = await everythingOf(as(role));
    const all = { ...secrets, shownComment, firstName };
    const found = Object.values(all).filter((secret) => text.includes(secret));
    expect(found.toSorted()).toEqual(seen.toSorted());
    const events = (await as(role).get(`/events?after=${await beginning()}&limit=500`)).text;
    expect(Object.values(all).filter((secret) => events.includes(secret) && !seen.includes(secret))).toEqual([]);
  });

  test("a cleaner sees only stays in assigned rentals, with first names and guest counts", async () => {
    const cleaner = as("cleaner");
    const record = recordOf(await cleaner.get(`/bookings/${stay.id}?include=client,booking_comments`), "bookings");
    expect(record).toMatchObject({
      adults: expect.any(Number),
      children: 1,
      client: { firstname: firstName },
      booking_comments: [{ content: shownComment }],
    });
    expect(Object.keys(Object(record.client)).toSorted()).toEqual(["firstname", "id", "links", "updated_at"]);
    expect((await cleaner.get(`/bookings/${elsewhere.id}`)).status).toBe(404);
    const listed = await cleaner.get(
      `/bookings?rental_id=${Object(stay.links).rental},${Object(elsewhere.links).rental}`,
    );
    expect(recordsOf(listed, "bookings").some(({ id }) => id === stay.id)).toBe(true);
    expect(recordsOf(listed, "bookings").some(({ id }) => id === elsewhere.id)).toBe(false);
    expect(listed.headers.get("x-total-count")).toBe(String(recordsOf(listed, "bookings").length));
    expect(recordsOf(await cleaner.get("/rentals"), "rentals").map(({ id }) => id)).toEqual([
      fixture.ids.get("rentals"),
    ]);
    await service.sql("delete from membership_rentals where user_id = $1", [cleaner.user]);
    expect((await cleaner.get(`/bookings/${stay.id}`)).status).toBe(404);
    expect(recordsOf(await cleaner.get("/clients"), "clients")).toEqual([]);
    await service.sql("insert into membership_rentals (account_id, user_id, rental_id) values ($1, $2, $3)", [
      fixture.account,
      cleaner.user,
      fixture.ids.get("rentals"),
    ]);
  });

  test("hidden data can be neither searched nor requested", async () => {
    const clientId = Object(stay.links).client;
    expect((await as("viewer").get(`/bookings?client_id=${clientId}`)).status).toBe(403);
    expect((await as("cleaner").get("/rentals?max_price=100")).status).toBe(403);
    const [record] = recordsOf(await as("viewer").get(`/bookings?fields=id,final_price,notes`), "bookings");
    expect(Object.keys(record ?? {})).toEqual(["id"]);
    const templates = (await as("viewer").get("/bookings?per_page=1")).json.links;
    expect(Object.keys(Object(templates)).toSorted()).toEqual(["bookings.account", "bookings.rental"]);
  });

  test("the feed shows a cleaner visible changes, and when a stay leaves their rentals", async () => {
    const cleaner = as("cleaner");
    const after = String(Object((await cleaner.get("/events")).json.meta).after);
    await fixture.client.put(`/bookings/${stay.id}`, { bookings: [{ adults: 3, notes: "new secret" }] });
    await fixture.client.put(`/bookings/${elsewhere.id}`, { bookings: [{ adults: 3 }] });
    const events = recordsOf(await cleaner.get(`/events?after=${after}`), "events");
    const told = events.filter(({ resource }) => resource === "bookings");
    expect(told.map(({ id: _, ...event }) => event)).toMatchObject([
      { record_id: stay.id, changes: { adults: [2, 3] } },
    ]);
    expect(JSON.stringify(events)).not.toContain("new secret");
  });

  test("a manager's audit log omits resources that only owners see", async () => {
    const owner = recordsOf(await as("owner").get("/audit_entries?resource=payouts"), "audit_entries");
    const manager = await as("manager").get("/audit_entries?resource=payouts");
    expect([owner.length > 0, recordsOf(manager, "audit_entries"), manager.headers.get("x-total-count")]).toEqual([
      true,
      [],
      "0",
    ]);
    expect(recordsOf(await as("manager").get("/audit_entries?resource=bookings"), "audit_entries")).not.toEqual([]);
  });

  test("managers can do everything else except delete a rental", async () => {
    const manager = as("manager");
    const made = recordOf(
      await manager.post("/rentals", { rentals: [{ name: "New Barn", currency: "EUR" }] }),
      "rentals",
    );
    expect((await manager.delete(`/rentals/${made.id}`)).status).toBe(403);
    const operations = [{ method: "DELETE", path: `/rentals/${made.id}` }];
    expect((await manager.post("/bulk", { operations })).json.results).toMatchObject([{ status: 403 }]);
    expect((await as("owner").delete(`/rentals/${made.id}`)).status).toBe(204);
  });
});

test("an agent's access follows its person's current role within a session", async () => {
  const rentals = [Number(fixture.ids.get("rentals"))];
  const { user } = await aMember(service, fixture.account, "owner", { rentals });
  const made = await service.database.transaction((transaction) =>
    createAgentToken(transaction, { user, accounts: [fixture.account], multi: false }),
  );
  const agent = await anAgent(service, { ...made, accounts: [fixture.account] });
  const textOf = async (name: string, args: Json) => (await agent.call(name, args)).text;
  const stays = { resource: "bookings", ids: [stay.id, elsewhere.id] };
  expect(await textOf("api_v3_list", stays)).toContain(secrets.price);
  await service.sql("update memberships set role = 'cleaner' where user_id = $1", [user]);
  expect(await agent.list("bookings", { ids: [stay.id, elsewhere.id] })).toMatchObject([{ id: stay.id }]);
  expect(await textOf("api_v3_list", stays)).not.toContain(secrets.price);
  expect(await textOf("api_v3_list", { resource: "payments" })).toContain("unknown resource payments");
  const byNotes = { resource: "bookings", filter: { notes: { op: "matches", value: "key" } } };
  expect(await textOf("api_v3_list", byNotes)).toContain("cannot be filtered by notes");
  const byClient = { resource: "bookings", filter: { client_id: 1 } };
  expect((await agent.call("api_v3_list", byClient)).json).toHaveProperty("result");
  expect(await textOf("api_v3_list", { resource: "bookings", sort: ["final_price"] })).toContain(
    "bookings cannot be sorted by final_price",
  );
  expect(await refusedQuestions(agent)).toEqual(questions);
  await service.sql("update memberships set role = 'accountant' where user_id = $1", [user]);
  const accounting = ["report", "owner_statement"];
  expect(await refusedQuestions(agent)).toEqual(questions.filter((tool) => !accounting.includes(tool)));
  await service.sql("delete from memberships where user_id = $1", [user]);
  expect((await agent.call("api_v3_list", stays)).status).toBe(401);
});

const questions = "report owner_statement calendar arrivals find_stays quote_stay find_guest who_is_waiting".split(" ");

async function refusedQuestions(agent: WireAgent): Promise<string[]> {
  const refused: string[] = [];
  for (const tool of questions)
    if ((await agent.call(tool)).text.includes("is not available to the role")) refused.push(tool);
  return refused;
}

/** A cursor before all events. */
async function beginning(): Promise<string> {
  const [row] = await service.sql("select max(epoch)::integer as epoch from feed_epochs");
  const read = new Map([[fixture.account, 0]]);
  return cursorText({ epoch: Number(row?.epoch), unreadSince: Math.floor(Date.now() / 1000), read });
}
