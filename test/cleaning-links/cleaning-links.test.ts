import { describe, expect, test } from "vitest";
import { redactedUrl } from "../../src/app/logs/log.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental, created, linksOf } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";

/** Turnover pages for external cleaners (docs/concepts/cleaning.md). */
const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });
const began = Date.now();
const dayFrom = (days: number): string => new Date(began + days * 86_400_000).toISOString().slice(0, 10);
const stay = (from: number, until: number) => ({
  start_at: `${dayFrom(from)}T16:00:00Z`,
  end_at: `${dayFrom(until)}T10:00:00Z`,
});
const aLink = (client: ApiClient, rentals: readonly Json[], attributes: Json = {}) =>
  created(client, "/cleaning_links", "cleaning_links", {
    name: "Sam Sweep",
    rental_ids: rentals.map(({ id }) => id),
    ...attributes,
  });

/** A house with a departure in two days, and another house. */
async function aHouse() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const mill = await aRental(manager, { name: "Mill House", base_rate: "100" });
  const barn = await aRental(manager, { name: "Far Barn", base_rate: "100" });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
  const leaving = await aBooking(manager, mill, { ...stay(-2, 2), client_id: guest.id });
  await aBooking(manager, mill, { ...stay(2, 5), adults: 2, children: 1, expected_checkin_time: "18:30" });
  await aBooking(manager, barn, { ...stay(-2, 3), client_id: guest.id });
  return { account, manager, mill, barn, guest, leaving };
}

/** A secret's page in an anonymous browser. */
async function open(secret: unknown, language = "en") {
  const answer = await fetch(`${service.url}/cleaning/${secret}`, { headers: { "accept-language": language } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("a cleaning link", () => {
  test("can be created, read without its secret, changed and revoked", async () => {
    const { manager, mill, barn } = await aHouse();
    const link = await aLink(manager, [mill]);
    expect(link).toMatchObject({ name: "Sam Sweep", expires_at: null, last_used_at: null });
    expect(linksOf(link).rentals).toEqual([mill.id]);
    const { secret, ...rest } = link;
    expect(recordsOf(await manager.get("/cleaning_links"), "cleaning_links")).toEqual([rest]);
    const changed = await manager.put(`/cleaning_links/${link.id}`, {
      cleaning_links: [{ name: "Sam", rental_ids: [barn.id] }],
    });
    expect(linksOf(recordOf(changed, "cleaning_links")).rentals).toEqual([barn.id]);
    expect((await open(secret)).text).toContain("Far Barn");
    expect((await manager.delete(`/cleaning_links/${link.id}`)).status).toBe(204);
    expect((await open(secret)).status).toBe(404);
    expect((await manager.get(`/cleaning_links/${link.id}`)).status).toBe(404);
  });

  test("needs a name, rentals of the account and a future expiry", async () => {
    const { manager } = await aHouse();
    const { barn: foreign } = await aHouse();
    const sent = (attributes: Json) => manager.post("/cleaning_links", { cleaning_links: [attributes] });
    const empty = await sent({ expires_at: `${dayFrom(-1)}T00:00:00Z` });
    expect([empty.status, Object.keys(Object(empty.json.errors)).toSorted()]).toEqual([
      422,
      ["expires_at", "name", "rental_ids"],
    ]);
    const wrong = await sent({ name: "Sam", rental_ids: [foreign.id], expires_at: null });
    expect([wrong.status, Object.keys(Object(wrong.json.errors))]).toEqual([422, ["rental_ids"]]);
  });

  test("is hidden from other accounts", async () => {
    const { manager, mill } = await aHouse();
    const { id } = await aLink(manager, [mill]);
    const { manager: other } = await aHouse();
    expect(errorsOf(await other.get(`/cleaning_links/${id}`))).toMatchObject([{ code: "not_found" }]);
    expect((await other.delete(`/cleaning_links/${id}`)).status).toBe(404);
  });

  test("can be created by owners and managers, and is hidden from all others", async () => {
    const { account, manager: program, mill } = await aHouse();
    await aLink(program, [mill]);
    for (const role of ["owner", "manager"] as const) {
      const person = await aMember(service, account, role);
      expect((await aLink(person, [mill], { name: role })).secret).toBeTypeOf("string");
    }
    for (const role of ["accountant", "cleaner", "viewer"] as const) {
      const person = await aMember(service, account, role);
      expect((await person.get("/cleaning_links")).status).toBe(403);
      const sent = { cleaning_links: [{ name: "Sam", rental_ids: [mill.id] }] };
      expect((await person.post("/cleaning_links", sent)).status).toBe(403);
    }
  });
});

describe("a cleaning link's page", () => {
  test("shows only its rentals' departures and arrivals, in the reader's language", async () => {
    const { manager, mill, leaving } = await aHouse();
    await aComment(manager, leaving, { content: "The <cot> is in the attic", visible_for_all_account_users: true });
    await aComment(manager, leaving, { content: "Paid late again", visible_for_all_account_users: false });
    const { secret } = await aLink(manager, [mill]);
    const { status, headers, text } = await open(secret);
    expect(status).toBe(200);
    for (const shown of ["Mill House", "10:00", "18:30", "8 hours 30 min", "2 adults, 1 child, 3 nights"])
      expect(text).toContain(shown);
    expect(text).toContain("The &lt;cot&gt; is in the attic");
    for (const hidden of ["Far Barn", "Lovelace", "Paid late", "€", "EUR"]) expect(text).not.toContain(hidden);
    expect(text).not.toMatch(
      /<script(?! src="\/assets\/cleaning\.js\?v=[\w-]+" defer><\/script>)|<style|\sstyle=|\son\w+=/,
    );
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    const sentHeaders = ["cache-control", "referrer-policy", "x-robots-tag"].map((name) => headers.get(name));
    expect(sentHeaders).toEqual(["no-store", "no-referrer", "noindex, nofollow"]);
    expect((await open(secret, "de-AT")).text).toContain("Nächste Anreise");
  });

  test("omits comments about a restricted guest", async () => {
    const { manager, mill, leaving, guest } = await aHouse();
    await aComment(manager, leaving, { content: "The cot is in the attic", visible_for_all_account_users: true });
    const { secret } = await aLink(manager, [mill]);
    await service.sql("update clients set processing_restricted_at = now() where id = $1", [guest.id]);
    const { text } = await open(secret);
    expect(text).toContain("Mill House");
    expect(text).not.toContain("The cot is in the attic");
  });

  test("omits a deleted rental", async () => {
    const { manager, mill } = await aHouse();
    const spare = await aRental(manager, { name: "Spare Hut" });
    const { id } = await aLink(manager, [mill, spare]);
    expect((await manager.delete(`/rentals/${spare.id}`)).status).toBe(204);
    const link = recordOf(await manager.get(`/cleaning_links/${id}`), "cleaning_links");
    expect(linksOf(link).rentals).toEqual([mill.id]);
  });

  test("is not found after the link expires, with a wrong secret or after the account closes", async () => {
    const { account, manager, mill } = await aHouse();
    const { secret, id } = await aLink(manager, [mill], { expires_at: `${dayFrom(20)}T00:00:00Z` });
    const { manager: other, mill: theirs, account: foreign } = await aHouse();
    const { secret: second } = await aLink(other, [theirs]);
    expect((await open(secret)).status).toBe(200);
    const [, token] = /^\d+-\d+-(.{43})$/.exec(String(secret)) ?? [];
    const wrong = [
      `${account}-${id}-${"A".repeat(43)}`,
      `${foreign}-${id}-${token}`,
      String(second).replace(/^\d+/, String(account)),
      token,
      "1",
    ];
    for (const one of wrong) expect((await open(one)).status).toBe(404);
    await service.sql("update cleaning_links set expires_at = now() - interval '1 second' where id = $1", [id]);
    expect((await open(secret)).status).toBe(404);
    await service.sql("update accounts set closed_at = now() where id = $1", [foreign]);
    expect((await open(second)).status).toBe(404);
  });

  test("stores its secret as a digest, keeps it out of logs, and records its last use without an event", async () => {
    const { manager, mill } = await aHouse();
    const { secret, id, created_at } = await aLink(manager, [mill]);
    // Times have whole seconds.
    await service.sql("update cleaning_links set updated_at = now() - interval '1 hour' where id = $1", [id]);
    expect((await open(secret)).status).toBe(200);
    const used = recordOf(await manager.get(`/cleaning_links/${id}`), "cleaning_links");
    expect(used.last_used_at).toBeTypeOf("string");
    await open(secret);
    expect(recordOf(await manager.get(`/cleaning_links/${id}`), "cleaning_links")).toEqual(used);
    const token = String(secret).slice(-43);
    const [row] = await service.sql(
      "select row_to_json(l)::text as kept, length(secret_digest) as bytes from cleaning_links l where id = $1",
      [id],
    );
    expect([row?.bytes, String(row?.kept).includes(token)]).toEqual([32, false]);
    expect(lines.join("\n")).not.toContain(token);
    expect(redactedUrl(`/cleaning/${secret}`)).toBe("/cleaning/[redacted]");
    expect(Date.parse(String(used.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(created_at)));
    const told =
      "select from %s where resource = 'cleaning_links' and record_id = $1 and changes ?| '{last_used_at,updated_at}'";
    for (const table of ["change_outbox", "changes"])
      expect(await service.sql(told.replace("%s", table), [String(id)])).toEqual([]);
  });

  test("is not looked up for a client that guesses secrets until the client has waited", async () => {
    const { manager, mill } = await aHouse();
    const { secret } = await aLink(manager, [mill]);
    await service.sql("delete from throttled");
    const guess = `1-1-${"A".repeat(43)}`;
    const seen: number[] = [];
    for (let time = 0; time < 22; time++) seen.push((await open(guess)).status);
    expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
    expect(seen.at(-1)).toBe(429);
    const refused = await open(secret);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await service.sql("delete from throttled");
    expect((await open(secret)).status).toBe(200);
  });
});
