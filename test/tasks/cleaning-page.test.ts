import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, linksOf, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aPicture } from "./a-picture.ts";

/** Tasks on a cleaning link's page (docs/concepts/cleaning.md). */
const service = useService();
const today = (hour: number) => `${new Date().toISOString().slice(0, 10)}T${hour}:00:00Z`;
const task = (client: ApiClient, id: unknown) => read(client, "tasks", id);

const aLink = async (client: ApiClient, rentals: readonly Json[]) =>
  String(
    (
      await created(client, "/cleaning_links", "cleaning_links", {
        name: "Sam",
        rental_ids: rentals.map(({ id }) => id),
      })
    ).secret,
  );

async function aHouse() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const mill = await aRental(manager, { name: "Mill House", time_zone: "Etc/UTC" });
  const barn = await aRental(manager, { name: "Far Barn", time_zone: "Etc/UTC" });
  const times = { due_from: today(10), due_until: today(16), rental_id: mill.id };
  const cleaning = await created(manager, "/tasks", "tasks", {
    ...{
      ...times,
      title: "Turn <b>it</b>",
      notes: "Key in the shed",
      checklist: ["Beds", "</ul><script>alert(1)</script>"],
    },
  });
  return { account, manager, mill, barn, times, cleaning, secret: await aLink(manager, [mill]) };
}

/** Opens a link's page. */
async function open(secret: string): Promise<string> {
  const answer = await fetch(`${service.url}/cleaning/${secret}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

type Fields = readonly (readonly [string, string])[];

const post = (path: string, body: URLSearchParams | FormData, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/cleaning/${path}`, { method: "POST", body, headers, redirect: "manual" });

const send = (secret: string, id: unknown, fields: Fields, key: string = randomUUID()) =>
  post(
    `${secret}/tasks/${id}`,
    new URLSearchParams([["key", key], ...fields.map(([name, value]): [string, string] => [name, value])]),
  );

async function sendPhoto(secret: string, id: unknown, photo: Blob, key: string = randomUUID()) {
  const form = new FormData();
  form.append("key", key);
  form.append("photo", photo, "photo.jpg");
  return post(`${secret}/tasks/${id}/photos`, form, { accept: "application/json" });
}
const aPhoto = async () => new Blob([Buffer.from(await aPicture(), "base64")], { type: "image/jpeg" });

describe("a cleaning link's tasks", () => {
  test("are shown with escaped texts, under a policy without inline scripts", async () => {
    const { secret } = await aHouse();
    const answer = await fetch(`${service.url}/cleaning/${secret}`);
    const text = await answer.text();
    for (const shown of ["Mill House: Turn &lt;b&gt;it&lt;/b&gt;", "Key in the shed", "Beds"])
      expect(text).toContain(shown);
    expect(text).not.toContain("<script>alert");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self'; connect-src 'self'; worker-src 'self'");
    expect(policy).not.toContain("unsafe");
    const worker = await fetch(`${service.url}/cleaning/worker.js`);
    expect([worker.status, worker.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  });

  test("are those of its rentals, unless they are assigned to others or canceled", async () => {
    const { account, manager, mill, barn, times, secret } = await aHouse();
    const { user } = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)] });
    const other = await created(manager, "/cleaning_links", "cleaning_links", { name: "Kim", rental_ids: [mill.id] });
    const titles: Record<string, Json> = {
      "In the barn": { rental_id: barn.id },
      "For Rosa": { assigned_user_id: user },
      "For Kim": { cleaning_link_id: other.id },
      "In a month": { due_from: "2090-03-04", due_until: "2090-03-05" },
    };
    for (const [title, attributes] of Object.entries(titles))
      await created(manager, "/tasks", "tasks", { ...times, title, ...attributes });
    const gone = await created(manager, "/tasks", "tasks", { ...times, title: "Canceled" });
    await manager.delete(`/tasks/${gone.id}`);
    const text = await open(secret);
    for (const title of [...Object.keys(titles), "Canceled"]) expect(text).not.toContain(title);
    expect(await open(String(other.secret))).toContain("For Kim");
  });

  test("include those of a link that is revoked, has expired or no longer has the rental", async () => {
    const { manager, mill, barn, times, secret } = await aHouse();
    const other = await created(manager, "/cleaning_links", "cleaning_links", { name: "Kim", rental_ids: [mill.id] });
    const path = `/cleaning_links/${other.id}`;
    await created(manager, "/tasks", "tasks", { ...times, title: "For Kim", cleaning_link_id: other.id });
    expect(await open(secret)).not.toContain("For Kim");
    expect((await manager.put(path, { cleaning_links: [{ rental_ids: [barn.id] }] })).status).toBe(200);
    expect(await open(secret)).toContain("For Kim");
    expect((await manager.put(path, { cleaning_links: [{ rental_ids: [mill.id] }] })).status).toBe(200);
    expect(await open(secret)).not.toContain("For Kim");
    await service.sql("update cleaning_links set expires_at = now() - interval '1 hour' where id = $1", [other.id]);
    expect(await open(secret)).toContain("For Kim");
    await service.sql("update cleaning_links set expires_at = null where id = $1", [other.id]);
    expect((await manager.delete(path)).status).toBe(204);
    expect(await open(secret)).toContain("For Kim");
  });

  test("hide the texts about a restricted guest", async () => {
    const { manager, barn } = await aHouse();
    const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
    const days = { start_at: new Date(Date.now() - 2 * 86_400_000).toISOString(), end_at: today(10) };
    const booking = await aBooking(manager, barn, { ...days, client_id: guest.id });
    await created(manager, "/tasks", "tasks", {
      booking_id: booking.id,
      notes: "Ada left a cake",
      checklist: ["Cake"],
    });
    const secret = await aLink(manager, [barn]);
    expect(await open(secret)).toContain("Ada left a cake");
    await service.sql("update clients set processing_restricted_at = now() where id = $1", [guest.id]);
    expect(await open(secret)).not.toMatch(/Ada|Cake/);
  });

  test("take no report or photo about a forgotten guest's stay", async () => {
    const { manager, barn } = await aHouse();
    const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
    const days = { start_at: new Date(Date.now() - 2 * 86_400_000).toISOString(), end_at: today(10) };
    const booking = await aBooking(manager, barn, { ...days, client_id: guest.id });
    const { id } = await created(manager, "/tasks", "tasks", { booking_id: booking.id });
    const secret = await aLink(manager, [barn]);
    expect((await send(secret, id, [["act", "done"]])).status).toBe(303);
    await manager.post(`/clients/${guest.id}/forget`);
    await send(secret, id, [
      ["act", "problem"],
      ["problem", "Ada left a bag"],
    ]);
    await sendPhoto(secret, id, await aPhoto());
    expect(await task(manager, id)).toMatchObject({ status: "done", problem: null, links: { task_photos: [] } });
  });
});

describe("a cleaner's form", () => {
  test("ticks, notes minutes, reports a problem and marks the task as done, without a script", async () => {
    const { manager, secret, cleaning } = await aHouse();
    const answer = await send(secret, cleaning.id, [
      ...([
        ["item", "Beds"],
        ["item", "</ul><script>alert(1)</script>"],
        ["tick", "Beds"],
      ] as const),
      ...([
        ["minutes", "80"],
        ["problem", "A tap \u0007drips"],
        ["act", "done"],
      ] as const),
    ]);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/cleaning/${secret}#task-${cleaning.id}`]);
    expect(await task(manager, cleaning.id)).toMatchObject({
      ...{ status: "done", done_by: "Sam", minutes: 80, problem: "A tap drips" },
      checklist: [
        { text: "Beds", done: true },
        { text: "</ul><script>alert(1)</script>", done: false },
      ],
    });
    const text = await open(secret);
    expect(text).toContain("data-done");
    expect(text).toContain('value="Beds" checked');
    await send(secret, cleaning.id, [["act", "reopen"]]);
    expect(await task(manager, cleaning.id)).toMatchObject({ status: "open", minutes: 80 });
  });

  test("counts once for each key", async () => {
    const { manager, secret, cleaning } = await aHouse();
    const key = randomUUID();
    const fields: Fields = [
      ["item", "Beds"],
      ["tick", "Beds"],
      ["problem", "A tap drips"],
    ];
    const answers = await Promise.all([1, 2, 3].map(() => send(secret, cleaning.id, fields, key)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await manager.put(`/tasks/${cleaning.id}`, { tasks: [{ checklist: ["Beds"], problem_solved: true }] });
    const before = await task(manager, cleaning.id);
    expect((await send(secret, cleaning.id, fields, key)).status).toBe(303);
    expect(await task(manager, cleaning.id)).toEqual(before);
  });

  test("is recorded in the audit as a cleaning link's", async () => {
    const { account, secret, cleaning } = await aHouse();
    await send(secret, cleaning.id, [["act", "done"]]);
    const rows = await service.sql(
      "select actor from change_outbox where account_id = $1 union select actor_type || ':' || actor_name from changes where account_id = $1",
      [account],
    );
    expect(rows).toContainEqual({ actor: "Job:cleaning link" });
  });

  test("reaches no task of another link, rental or account, and none with a wrong secret", async () => {
    const { manager, secret, barn, times, cleaning } = await aHouse();
    const { cleaning: foreign } = await aHouse();
    const far = await created(manager, "/tasks", "tasks", { ...times, rental_id: barn.id });
    for (const id of [foreign.id, far.id, 0, "1x"]) {
      expect((await send(secret, id, [["act", "done"]])).status).toBe(409);
      expect((await sendPhoto(secret, id, await aPhoto())).status).toBe(409);
    }
    const wrong = secret.replace(/.{4}$/, "AAAA");
    expect((await send(wrong, cleaning.id, [["act", "done"]])).status).toBe(404);
    expect((await sendPhoto(wrong, cleaning.id, await aPhoto())).status).toBe(404);
    expect(await task(manager, cleaning.id)).toMatchObject({ status: "open" });
    expect(await task(manager, far.id)).toMatchObject({ status: "open" });
  });

  test("is refused with values that no page of ours sends", async () => {
    const { secret, cleaning } = await aHouse();
    const wrong: Fields[] = [[["minutes", "1e9"]], [["minutes", "10081"]], [["problem", "x".repeat(2001)]]];
    for (const fields of wrong) expect((await send(secret, cleaning.id, fields)).status).toBe(422);
    expect((await send(secret, cleaning.id, [["act", "done"]], "1")).status).toBe(422);
  });

  test("is throttled", async () => {
    const { account, manager, secret, cleaning } = await aHouse();
    const link = Number(secret.split("-")[1]);
    const { subjectOf } = await import("../../src/modules/platform/access/throttling/subject.ts");
    await service.sql("insert into throttled (subject, forgotten_at) values ($1, now() + interval '30 minutes')", [
      subjectOf("cleaning send", `${account} ${link}`),
    ]);
    const answer = await send(secret, cleaning.id, [["act", "done"]]);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await task(manager, cleaning.id)).toMatchObject({ status: "open" });
  });
});

describe("a cleaner's photo", () => {
  test("is stored once for each key, re-encoded, and shown by its number", async () => {
    const { manager, secret, cleaning } = await aHouse();
    const key = randomUUID();
    const photo = await aPhoto();
    expect((await sendPhoto(secret, cleaning.id, photo, key)).status).toBe(204);
    expect((await sendPhoto(secret, cleaning.id, photo, key)).status).toBe(204);
    const [id, ...others] = Object(linksOf(await task(manager, cleaning.id))).task_photos;
    expect(others).toEqual([]);
    const { url } = await read(manager, "task_photos", id);
    const stored = await fetch(service.url + new URL(String(url)).pathname);
    expect(Buffer.from(await stored.arrayBuffer()).includes("Exif")).toBe(false);
    expect(Buffer.from(await photo.arrayBuffer()).includes("Exif")).toBe(true);
    expect(await open(secret)).toContain("1 photo");
  });

  test("must be a picture", async () => {
    const { secret, cleaning } = await aHouse();
    const text = new Blob(["<svg onload=alert(1)>"], { type: "image/jpeg" });
    expect((await sendPhoto(secret, cleaning.id, text)).status).toBe(422);
    const typed = new Blob(["x"], { type: "image/svg+xml" });
    expect((await sendPhoto(secret, cleaning.id, typed)).status).toBe(422);
  });
});
