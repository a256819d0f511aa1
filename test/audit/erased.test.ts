import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { forgetChangesJob } from "../../src/app/jobs/forget-changes.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { read } from "../harness/factories.ts";
import { queries } from "../harness/queries.ts";
import { useService } from "../harness/service.ts";
import { aKnownGuest, columnsWith, marker, reviewsOf } from "../privacy/fixture.ts";
import { replay } from "./replay.ts";

/** Erasure and retention of the history (events.md, Audit). */
const service = useService();
const aManager = async () => service.aClient(await service.anAccount());
const publish = ({ account }: ApiClient) => publishAll(service.database.within([account]), account, queries);

const historyOf = async (client: ApiClient, path: string): Promise<Json[]> =>
  recordsOf(await client.get(`${path}/history`), "audit_entries");

/** The attributes in a record's history. */
async function replayed(client: ApiClient, path: string): Promise<Json> {
  const told = await historyOf(client, path);
  const changes = told.map(({ resource, record_id, type, changes }) => ({
    ...{ resource: String(resource), recordId: String(record_id), type: String(type), changes: { ...Object(changes) } },
  }));
  return [...(replay(changes).values().next().value?.values() ?? [])][0] ?? {};
}

test.each(["before", "after"])(
  "forgetting a client erases its recorded changes published %s it, and is itself a change",
  async (when) => {
    const api = await aManager();
    const { client, booking, payment } = await aKnownGuest(api);
    await reviewsOf(api, client);
    await api.put(`/clients/${client.id}`, { clients: [{ notes: `still ${marker}` }] });
    if (when === "before") await publish(api);
    expect(await columnsWith(service, marker)).toContain(
      when === "before" ? "changes.changes" : "change_outbox.changes",
    );
    expect((await api.post(`/clients/${client.id}/forget`)).status).toBe(200);
    expect(await columnsWith(service, marker)).toEqual([]);
    await publish(api);
    expect(await columnsWith(service, marker)).toEqual([]);
    const last = (await historyOf(api, `/clients/${client.id}`)).at(-1);
    expect(last).toMatchObject({ type: "client.updated", actor: { type: "Application", id: api.application } });
    expect(last?.changes).toMatchObject({ fullname: [null, null], forget_me_at: [null, expect.any(String)] });
    for (const [root, { id }] of Object.entries({ clients: client, bookings: booking, payments: payment })) {
      const [shown, known] = [await read(api, root, id), await replayed(api, `/${root}/${id}`)];
      const shared = Object.keys(known).filter((name) => name in shown);
      expect(shared.length, root).toBeGreaterThan(10);
      for (const name of shared) expect([name, known[name]], root).toEqual([name, shown[name]]);
    }
  },
);

test("forgetting a contact or a payment erases only its own recorded changes", async () => {
  const api = await aManager();
  const { client, payment } = await aKnownGuest(api);
  await publish(api);
  await api.post(`/payments/${payment.id}/forget`);
  expect(JSON.stringify(await historyOf(api, `/payments/${payment.id}`))).not.toContain(marker);
  expect(JSON.stringify(await historyOf(api, `/clients/${client.id}`))).toContain(marker);
  const contact = {
    firstname: marker,
    lastname: marker,
    email: `${marker}@example.com`,
    address1: marker,
    city: marker,
  };
  const made = await api.post("/contacts", {
    contacts: [{ ...contact, zip: "1", country_code: "FR", spoken_languages: ["en"] }],
  });
  const [{ id } = {}] = recordsOf(made, "contacts");
  const entries = async () =>
    JSON.stringify(recordsOf(await api.get("/audit_entries?resource=contacts"), "audit_entries"));
  expect(await entries(), made.text).toContain(marker);
  expect((await api.post(`/contacts/${id}/forget`)).status).toBe(200);
  expect(await entries()).not.toContain(marker);
  await api.post(`/clients/${client.id}/forget`);
});

test("a forgotten client is erased from the history even while others publish", async () => {
  const api = await aManager();
  for (let round = 0; round < 5; round++) {
    const { client } = await aKnownGuest(api);
    await Promise.all([publish(api), api.post(`/clients/${client.id}/forget`), publish(api), publish(api)]);
    await publish(api);
    expect(await columnsWith(service, marker)).toEqual([]);
  }
});

test("a transaction cannot erase the history of an account outside its scope", async () => {
  const api = await aManager();
  const other = service.database.within([await service.anAccount()]);
  const erasing = other.transaction((transaction) =>
    transaction.run("select erase_changes($1, 'clients', '{1}', '{fullname}')", [api.account]),
  );
  await expect(erasing).rejects.toThrow("within their account");
});

test("a client's export contains the history of all its records, or lists it as left out", async () => {
  const api = await aManager();
  const { client, booking, payment } = await aKnownGuest(api);
  const [exported] = recordsOf(await api.get(`/clients/${client.id}/export`), "clients");
  const history = JSON.parse(JSON.stringify(exported?.history));
  const records = new Set(history.map(({ resource, record_id }: Json) => `${resource} ${record_id}`));
  for (const known of [`clients ${client.id}`, `bookings ${booking.id}`, `payments ${payment.id}`])
    expect(records).toContain(known);
  const narrow = await service.aClient(api.account, { scopes: ["clients_read"] });
  const [less] = recordsOf(await narrow.get(`/clients/${client.id}/export`), "clients");
  expect(less?.history).toBeUndefined();
  expect(less?.left_out).toContainEqual({ part: "history", scopes: ["audit_read"] });
  await api.post(`/clients/${client.id}/forget`);
});

test("changes older than the retention are deleted in batches, and no others", async () => {
  const account = await service.anAccount();
  await service.sql(
    `insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, changes)
     select $1, 'clients', '1', 'client.updated', now() - make_interval(days => case when number <= 2500 then 731 else 729 end), 'Job', '{}'
     from generate_series(1, 2510) as number`,
    [account],
  );
  const left = async () => {
    const [row] = await service.sql("select count(*)::integer as count from changes where account_id = $1", [account]);
    return row?.count;
  };
  const { auditDays } = readConfig({}).retention;
  const { signal } = new AbortController();
  await forgetChangesJob(service.database, auditDays).run({ signal, report: () => undefined });
  expect(await left()).toBe(10);
  await forgetChangesJob(service.database, 700).run({ signal, report: () => undefined });
  expect(await left()).toBe(0);
  await expect(service.database.read({ text: "select forget_changes(0, 1)" }, [])).rejects.toThrow("a day at least");
});

test("the retention of changes is a setting, and the history is kept at least as long as the feed", () => {
  expect(readConfig({}).retention).toEqual({ eventDays: 30, auditDays: 730 });
  expect(readConfig({ ROOST_EVENT_DAYS: "1000" }).retention).toEqual({ eventDays: 1000, auditDays: 1000 });
  expect(readConfig({ ROOST_AUDIT_DAYS: "90" }).retention).toEqual({ eventDays: 30, auditDays: 90 });
  for (const wrong of [{ ROOST_AUDIT_DAYS: "20" }, { ROOST_EVENT_DAYS: "0" }, { ROOST_AUDIT_DAYS: "two years" }])
    expect(() => readConfig(wrong)).toThrow(/^ROOST_(AUDIT|EVENT)_DAYS is .* must be/);
});
