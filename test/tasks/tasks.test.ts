import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createTaskFor } from "../../src/modules/stays/tasks/create-task-for.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, linksOf, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aPicture } from "./a-picture.ts";

/** Tasks of rentals and bookings (docs/guides/tasks.md). */
const service = useService();

const stay = { start_at: "2090-03-01T16:00:00Z", end_at: "2090-03-05T10:00:00Z" };
const aTask = (client: ApiClient, attributes: Json) => created(client, "/tasks", "tasks", attributes);
const task = (client: ApiClient, id: unknown) => read(client, "tasks", id);
const change = (client: ApiClient, id: unknown, attributes: Json) =>
  client.put(`/tasks/${id}`, { tasks: [attributes] });
const report = (client: ApiClient, id: unknown, attributes: Json) =>
  client.post(`/tasks/${id}/report`, { tasks: [attributes] });

async function aHouse() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const mill = await aRental(manager, { name: "Mill House", base_rate: "100" });
  const barn = await aRental(manager, { name: "Far Barn", base_rate: "100" });
  const guest = await aGuest(manager, { fullname: "Ada Lovelace" });
  const booking = await aBooking(manager, mill, { ...stay, client_id: guest.id });
  return { account, manager, mill, barn, guest, booking };
}

describe("a task of a booking", () => {
  test("is due from the departure to the end of its day, or before the arrival", async () => {
    const { manager, mill, booking } = await aHouse();
    const cleaning = await aTask(manager, { booking_id: booking.id });
    expect(cleaning).toMatchObject({
      ...{ kind: "cleaning", status: "open", moves_with: "departure", checklist: [] },
      ...{ due_from: "2090-03-05T10:00:00Z", due_until: "2090-03-05T23:59:00Z" },
    });
    expect(linksOf(cleaning)).toMatchObject({ rental: mill.id, booking: booking.id, task_photos: [] });
    const welcome = await aTask(manager, { booking_id: booking.id, kind: "welcome", moves_with: "arrival" });
    expect(welcome).toMatchObject({ due_from: "2090-03-01T00:00:00Z", due_until: "2090-03-01T16:00:00Z" });
    const fixed = await aTask(manager, { booking_id: booking.id, due_from: "2090-03-03" });
    expect(fixed).toMatchObject({
      moves_with: null,
      due_from: "2090-03-03T00:00:00Z",
      due_until: "2090-03-03T23:59:00Z",
    });
  });

  test("may begin in the last minute of its day", async () => {
    const { manager, mill } = await aHouse();
    const late = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-03T23:59:59Z" });
    expect(late).toMatchObject({ due_from: "2090-03-03T23:59:59Z", due_until: "2090-03-03T23:59:59Z" });
    const stayed = await aBooking(manager, mill, { start_at: "2090-04-01T16:00:00Z", end_at: "2090-04-05T23:59:30Z" });
    const cleaning = await aTask(manager, { booking_id: stayed.id });
    expect(cleaning).toMatchObject({ due_from: "2090-04-05T23:59:30Z", due_until: "2090-04-05T23:59:30Z" });
  });

  test("moves with its stay, to another rental too, unless it is done or fixed", async () => {
    const { manager, mill, barn, booking } = await aHouse();
    const moving = await aTask(manager, { booking_id: booking.id });
    const fixed = await aTask(manager, { booking_id: booking.id, due_from: "2090-03-03T12:00:00Z" });
    const done = await aTask(manager, { booking_id: booking.id });
    await report(manager, done.id, { done: true });
    const moved = await manager.post(`/bookings/${booking.id}/move`, {
      bookings: [{ end_at: "2090-03-07T11:00:00Z", rental_id: barn.id }],
    });
    expect(moved.status).toBe(200);
    const after = await task(manager, moving.id);
    expect(after).toMatchObject({ due_from: "2090-03-07T11:00:00Z", due_until: "2090-03-08T00:59:00Z" });
    expect(linksOf(after).rental).toBe(barn.id);
    const still = await task(manager, fixed.id);
    expect(still).toMatchObject({ due_from: "2090-03-03T12:00:00Z" });
    expect(linksOf(still).rental).toBe(barn.id);
    const left = await task(manager, done.id);
    expect(left).toMatchObject({ due_from: "2090-03-05T10:00:00Z" });
    expect(linksOf(left).rental).toBe(mill.id);
    expect((await change(manager, done.id, { notes: "Well done" })).status).toBe(200);
  });

  test("is canceled with its stay and comes back when the stay is reinstated", async () => {
    const { manager, booking } = await aHouse();
    const open = await aTask(manager, { booking_id: booking.id });
    const dropped = await aTask(manager, { booking_id: booking.id });
    expect((await manager.delete(`/tasks/${dropped.id}`)).status).toBe(204);
    expect((await manager.delete(`/bookings/${booking.id}`)).status).toBe(204);
    expect(await task(manager, open.id)).toMatchObject({ status: "canceled" });
    expect(recordsOf(await manager.get("/tasks"), "tasks")).toEqual([]);
    expect((await report(manager, open.id, { done: true })).json.errors).toEqual({ base: ["is canceled"] });
    const again = await manager.put(`/bookings/${booking.id}`, { bookings: [{ canceled_at: null }] });
    expect(again.status).toBe(200);
    expect(await task(manager, open.id)).toMatchObject({ status: "open", canceled_at: null });
    expect(await task(manager, dropped.id)).toMatchObject({ status: "canceled" });
  });

  test("is canceled when its hold expires", async () => {
    const { manager, barn } = await aHouse();
    const hold = await aBooking(manager, barn, { ...stay, tentative_expires_at: "2089-01-01T00:00:00Z" });
    const { id } = await aTask(manager, { booking_id: hold.id });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      hold.id,
    ]);
    await service.sql("select expire_holds()");
    expect(await task(manager, id)).toMatchObject({ status: "canceled" });
  });

  test("cannot be of a mirror, a canceled booking or another rental", async () => {
    const { manager, barn, mill, booking } = await aHouse();
    const other = await manager.post("/tasks", { tasks: [{ booking_id: booking.id, rental_id: barn.id }] });
    expect([other.status, Object.keys(Object(other.json.errors))]).toEqual([422, ["rental_id"]]);
    await manager.delete(`/bookings/${booking.id}`);
    const canceled = await manager.post("/tasks", { tasks: [{ booking_id: booking.id }] });
    expect([canceled.status, Object.keys(Object(canceled.json.errors))]).toEqual([422, ["booking_id"]]);
    const bare = await manager.post("/tasks", { tasks: [{ rental_id: mill.id }] });
    expect([bare.status, Object.keys(Object(bare.json.errors))]).toEqual([422, ["due_from"]]);
    const backwards = { rental_id: mill.id, due_from: "2090-03-04", due_until: "2090-03-03", moves_with: "arrival" };
    const wrong = await manager.post("/tasks", { tasks: [backwards] });
    expect([wrong.status, Object.keys(Object(wrong.json.errors)).toSorted()]).toEqual([
      422,
      ["due_until", "moves_with"],
    ]);
  });

  test("loses its texts and photos, and ends, when its guest is forgotten", async () => {
    const { manager, guest, booking } = await aHouse();
    const open = await aTask(manager, {
      ...{ booking_id: booking.id, title: "Cake for Ada", notes: "Ada likes lemon", checklist: ["Ada's cake"] },
    });
    const done = await aTask(manager, { booking_id: booking.id, title: "Ada's luggage" });
    await report(manager, done.id, { done: true, problem: "Ada left a bag" });
    const photo = await created(manager, `/tasks/${done.id}/task_photos`, "task_photos", { photo: await aPicture() });
    expect((await manager.post(`/clients/${guest.id}/forget`)).status).toBe(200);
    const erased = { title: null, notes: null, checklist: [], problem: null, problem_reported_at: null };
    expect(await task(manager, open.id)).toMatchObject({ ...erased, status: "canceled" });
    expect(await task(manager, done.id)).toMatchObject({ ...erased, status: "done" });
    expect((await manager.get(`/task_photos/${photo.id}`)).status).toBe(404);
    expect((await fetch(service.url + new URL(String(photo.url)).pathname)).status).toBe(404);
    expect((await change(manager, done.id, { notes: "Ada" })).status).toBe(422);
    const gone = [expect.stringContaining("the guest's data was erased for good")];
    const reported = await report(manager, done.id, { problem: "Ada again" });
    expect([reported.status, errorsOf(reported)]).toEqual([422, { problem: gone }]);
    const pictured = await manager.post(`/tasks/${done.id}/task_photos`, {
      task_photos: [{ photo: await aPicture() }],
    });
    expect([pictured.status, errorsOf(pictured)]).toEqual([422, { photo: gone }]);
    expect((await report(manager, done.id, { minutes: 30 })).status).toBe(200);
    const history = await service.sql("select changes::text from changes where account_id = $1", [manager.account]);
    expect(JSON.stringify(history)).not.toContain("lemon");
  });
});

describe("a task", () => {
  test("has at most one assignee: a member of the account or one of its cleaning links", async () => {
    const { account, manager, mill } = await aHouse();
    const { user } = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)] });
    const stranger = await aMember(service, await service.anAccount(), "owner");
    const link = await created(manager, "/cleaning_links", "cleaning_links", { name: "Sam", rental_ids: [mill.id] });
    const { id } = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04", assigned_user_id: user });
    const both = await change(manager, id, { cleaning_link_id: link.id });
    expect([both.status, Object.keys(Object(both.json.errors))]).toEqual([422, ["assigned_user_id"]]);
    expect((await change(manager, id, { cleaning_link_id: link.id, assigned_user_id: null })).status).toBe(200);
    const foreign = await change(manager, id, { cleaning_link_id: null, assigned_user_id: stranger.user });
    expect([foreign.status, Object.keys(Object(foreign.json.errors))]).toEqual([422, ["assigned_user_id"]]);
  });

  test("loses its assignee when the member leaves the account", async () => {
    const { account, manager, mill } = await aHouse();
    const { user } = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)] });
    const { id } = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04", assigned_user_id: user });
    await service.sql("select set_config('roost.accounts', $1, false), remove_member($2, $3)", [
      `{${account}}`,
      account,
      user,
    ]);
    expect(await task(manager, id)).toMatchObject({ assigned_user_id: null, status: "open" });
  });

  test("takes reports: ticks by text, minutes, done and problems", async () => {
    const { manager, mill } = await aHouse();
    const { id } = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04", checklist: ["Beds", "Bins"] });
    const ticked = await report(manager, id, {
      checklist: [
        { text: "Bins", done: true },
        { text: "Windows", done: true },
      ],
      minutes: 45,
    });
    expect(recordOf(ticked, "tasks")).toMatchObject({
      checklist: [
        { text: "Beds", done: false },
        { text: "Bins", done: true },
      ],
      minutes: 45,
      status: "open",
    });
    const done = recordOf(await report(manager, id, { done: true, problem: "A tap drips" }), "tasks");
    expect(done).toMatchObject({ status: "done", minutes: 45, problem: "A tap drips", problem_solved: false });
    expect(done.done_by).toBeTypeOf("string");
    const again = recordOf(await report(manager, id, { done: true, problem: "A tap drips" }), "tasks");
    expect(again).toEqual(done);
    await report(manager, id, { problem: "No towels" });
    expect(await task(manager, id)).toMatchObject({ problem: "A tap drips\nNo towels" });
    expect(recordsOf(await manager.get("/tasks?with_problem=true"), "tasks")).toHaveLength(1);
    expect((await change(manager, id, { problem_solved: true })).status).toBe(200);
    expect(recordsOf(await manager.get("/tasks?with_problem=true"), "tasks")).toEqual([]);
    await report(manager, id, { problem: "Again", done: false });
    expect(await task(manager, id)).toMatchObject({ problem: "Again", problem_solved: false, done_by: null });
    expect((await report(manager, id, {})).status).toBe(422);
    const twice = await change(manager, id, { checklist: ["Beds", "Beds"] });
    expect([twice.status, Object.keys(Object(twice.json.errors))]).toEqual([422, ["checklist"]]);
  });

  test("is found by its days, rental, assignee and status", async () => {
    const { manager, mill, barn } = await aHouse();
    const first = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04" });
    const second = await aTask(manager, { rental_id: barn.id, due_from: "2090-03-06" });
    await report(manager, second.id, { done: true });
    const found = async (query: string) => recordsOf(await manager.get(`/tasks?${query}`), "tasks").map(({ id }) => id);
    expect(await found("from=2090-03-05")).toEqual([second.id]);
    expect(await found("until=2090-03-04")).toEqual([first.id]);
    expect(await found(`rental_id=${barn.id}`)).toEqual([second.id]);
    expect(await found("status=open")).toEqual([first.id]);
  });

  test("ends with its rental unless it is done", async () => {
    const { manager, barn } = await aHouse();
    const open = await aTask(manager, { rental_id: barn.id, due_from: "2090-03-04" });
    const done = await aTask(manager, { rental_id: barn.id, due_from: "2090-03-04" });
    await report(manager, done.id, { done: true });
    expect((await manager.delete(`/rentals/${barn.id}`)).status).toBe(204);
    expect(await task(manager, open.id)).toMatchObject({ status: "canceled" });
    expect(await task(manager, done.id)).toMatchObject({ status: "done" });
  });

  test("is reported by cleaners of its rental, planned by managers, and hidden from all others", async () => {
    const { account, manager, mill, barn } = await aHouse();
    const theirs = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04", checklist: ["Beds"] });
    const other = await aTask(manager, { rental_id: barn.id, due_from: "2090-03-04" });
    const cleaner = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)], name: "Rosa Robles" });
    expect(recordsOf(await cleaner.get("/tasks"), "tasks").map(({ id }) => id)).toEqual([theirs.id]);
    expect((await report(cleaner, other.id, { done: true })).status).toBe(404);
    expect((await change(cleaner, theirs.id, { notes: "Mine" })).status).toBe(403);
    expect((await cleaner.delete(`/tasks/${theirs.id}`)).status).toBe(403);
    expect((await cleaner.post("/tasks", { tasks: [{ rental_id: mill.id, due_from: "2090-03-04" }] })).status).toBe(
      403,
    );
    expect(recordOf(await report(cleaner, theirs.id, { done: true }), "tasks")).toMatchObject({
      done_by: "Rosa Robles",
    });
    const photo = await cleaner.post(`/tasks/${theirs.id}/task_photos`, { task_photos: [{ photo: await aPicture() }] });
    expect(photo.status).toBe(201);
    for (const role of ["accountant", "viewer"] as const)
      expect((await (await aMember(service, account, role)).get("/tasks")).status).toBe(403);
    const person = await aMember(service, account, "manager");
    expect((await change(person, theirs.id, { notes: "Thank you" })).status).toBe(200);
  });
});

describe("a task's photo", () => {
  test("is stored as a smaller JPEG without the camera's metadata", async () => {
    const { manager, mill } = await aHouse();
    const { id } = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04" });
    const photo = await created(manager, `/tasks/${id}/task_photos`, "task_photos", { photo: await aPicture(2000) });
    expect(photo).toMatchObject({ width: 1600, height: 800 });
    expect(linksOf(await task(manager, id)).task_photos).toEqual([photo.id]);
    const answer = await fetch(service.url + new URL(String(photo.url)).pathname);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const path = join(await mkdtemp(join(tmpdir(), "task-photo-")), "photo");
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    expect((await sharp(path).metadata()).exif).toBeUndefined();
    expect((await manager.delete(`/task_photos/${photo.id}`)).status).toBe(204);
    expect(linksOf(await task(manager, id)).task_photos).toEqual([]);
  });

  test("must be a picture", async () => {
    const { manager, mill } = await aHouse();
    const { id } = await aTask(manager, { rental_id: mill.id, due_from: "2090-03-04" });
    for (const photo of [undefined, Buffer.from("<svg onload=alert(1)>").toString("base64")]) {
      const refused = await manager.post(`/tasks/${id}/task_photos`, { task_photos: [{ photo }] });
      expect([refused.status, Object.keys(Object(refused.json.errors))]).toEqual([422, ["photo"]]);
    }
  });
});

describe("a rule's task", () => {
  const forBooking = (account: number, booking: unknown) =>
    service.database
      .within([account])
      .transaction((transaction) =>
        createTaskFor(
          { transaction, account: { id: account } },
          { booking: Number(booking), kind: "cleaning", checklist: ["Beds", "Bins", "Beds"], assignee: { user: 1 } },
        ),
      );

  test("follows the departure and leaves out an assignee who is gone", async () => {
    const { account, manager, booking } = await aHouse();
    const id = await forBooking(account, booking.id);
    expect(await task(manager, id)).toMatchObject({
      ...{ due_from: "2090-03-05T10:00:00Z", moves_with: "departure", assigned_user_id: null },
      checklist: [
        { text: "Beds", done: false },
        { text: "Bins", done: false },
      ],
    });
  });

  test("is not made for restricted guests, canceled bookings or other accounts", async () => {
    const { account, manager, guest, booking } = await aHouse();
    expect(await forBooking(await service.anAccount(), booking.id)).toBeUndefined();
    await service.sql("update clients set processing_restricted_at = now() where id = $1", [guest.id]);
    expect(await forBooking(account, booking.id)).toBeUndefined();
    await service.sql("update clients set processing_restricted_at = null where id = $1", [guest.id]);
    await manager.delete(`/bookings/${booking.id}`);
    expect(await forBooking(account, booking.id)).toBeUndefined();
  });
});
