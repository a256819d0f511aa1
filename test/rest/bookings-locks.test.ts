import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aBookingsTag, aComment, aRental, changing, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { adding, feesOf, removing } from "./bookings-money.ts";

const service = useSharedService();

/** The account's manager, and an application that creates its own bookings. */
async function aManagerAndAnApplication() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const portal = await service.aClient(account, { scopes: ["public", "bookings_write_owned"] });
  return { account, manager, portal, rental: await aRental(manager) };
}

function expectForbidden(answer: Answer, details: string): void {
  expect({ status: answer.status, errors: errorsOf(answer) }).toEqual({
    status: 403,
    errors: [{ code: "forbidden", details }],
  });
}

const lockOf = (client: ApiClient) => `application-${client.application}`;

describe("a booking created under bookings_write_owned", () => {
  test("is locked to its application", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental, { initial_price: "100" });
    expect(await read(manager, "bookings", id)).toMatchObject({
      locked: lockOf(portal),
      owned_by_app: false,
      created_by_id: portal.application,
      created_by_type: "Application",
    });
    const ordinary = await aBooking(manager, rental, { start_at: "2090-02-01", end_at: "2090-02-03" });
    expect(ordinary).toMatchObject({ locked: null, owned_by_app: true });
  });

  test.each<[string, Json]>([
    ["notes", { notes: "changed" }],
    ["dates", { end_at: "2090-01-09" }],
    ["price", { initial_price: "1" }],
    ["state", { unavailable: true }],
    ["cancelation", { canceled_at: "2026-01-01T00:00:00Z" }],
    ["guests", { adults: 3, expected_checkin_time: "12:30" }],
    ["the lock itself", { locked: null }],
    ["tags", { bookings_tag_ids: [] }],
  ])("refuses others a change of its %s", async (_, attributes) => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental, { initial_price: "100" });
    const stay = await read(manager, "bookings", id);
    const answer = await changing(manager, stay, attributes);
    const open = "expected_checkin_time, expected_checkout_time and rental_payback_to_owner";
    expectForbidden(answer, `This booking is locked by ${lockOf(portal)}. Others can only write ${open}.`);
    expect(await read(manager, "bookings", id)).toEqual(stay);
  });

  test.each<Json>([
    { expected_checkin_time: "12:30" },
    { expected_checkout_time: "9" },
    { rental_payback_to_owner: "50.0" },
    { expected_checkin_time: "14:45", expected_checkout_time: "11:30", rental_payback_to_owner: "1.0" },
  ])("lets others write %j", async (attributes) => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental, { initial_price: "100" });
    const stay = await read(manager, "bookings", id);
    const answer = await changing(manager, stay, attributes);
    expect(answer.status, answer.text).toBe(200);
    const { updated_at: _, ...kept } = stay;
    expect(await read(manager, "bookings", id)).toMatchObject({ ...kept, ...attributes });
  });

  test("lets other applications echo the record with one of the exempt attributes changed", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental, { initial_price: "100", notes: "quiet" });
    const stay = await read(manager, "bookings", id);
    const answer = await changing(manager, stay, { ...stay, expected_checkin_time: "18" });
    expect(recordOf(answer, "bookings")).toMatchObject({ notes: "quiet", expected_checkin_time: "18" });
  });

  test("refuses other applications to cancel or tag it", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental);
    const tag = await aBookingsTag(manager);
    const stay = await read(manager, "bookings", id);
    const details = `This booking is locked by ${lockOf(portal)}.`;
    expectForbidden(await manager.delete(`/bookings/${id}`), details);
    expectForbidden(await manager.post(`/bookings/${id}/add_tag/${tag.id}`), details);
    expect(await read(manager, "bookings", id)).toEqual(stay);
  });

  test("its application may change, unlock, lock and cancel it", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const stay = await aBooking(portal, rental);
    expect(recordOf(await changing(portal, stay, { notes: "mine" }), "bookings")).toMatchObject({ notes: "mine" });
    expect((await changing(portal, stay, { locked: null })).status).toBe(200);
    expect((await changing(manager, stay, { notes: "ours" })).status).toBe(200);
    expect((await changing(portal, stay, { locked: lockOf(portal) })).status).toBe(200);
    expect((await changing(manager, stay, { notes: "again" })).status).toBe(403);
    expect((await portal.delete(`/bookings/${stay.id}`)).status).toBe(204);
  });

  test("accepts only its application's own lock", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const stay = await aBooking(manager, rental);
    for (const locked of [lockOf(portal), "application-1", "user-1", "x"]) {
      const answer = await changing(manager, stay, { locked });
      expect([answer.status, errorsOf(answer)]).toEqual([422, { locked: [`must be empty or ${lockOf(manager)}`] }]);
    }
    expect(recordOf(await changing(manager, stay, { locked: lockOf(manager) }), "bookings")).toMatchObject({
      locked: lockOf(manager),
    });
  });
});

describe("fees on a locked booking", () => {
  test("other applications may add fees to a locked booking and remove only their own", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(portal, rental, {
      initial_price: "100",
      bookings_fees: [{ price: "10", name: "Linen", kind: "other" }],
    });
    const stay = await read(manager, "bookings", id);
    const [linen] = feesOf(stay);
    const added = await adding(manager, stay, { price: "7", name: "Dog", kind: "other" });
    expect(recordOf(added, "bookings")).toMatchObject({ final_price: "117.0" });
    const withDog = await read(manager, "bookings", id);
    const [, dog] = feesOf(withDog);
    const refused = await removing(manager, stay, linen);
    expectForbidden(
      refused,
      `This fee is locked by ${lockOf(portal)}. ${lockOf(manager)} can only remove fees that it added.`,
    );
    expect(await read(manager, "bookings", id)).toEqual(withDog);
    expect(recordOf(await removing(manager, stay, dog), "bookings")).toMatchObject({ final_price: "110.0" });
    expect(recordOf(await removing(portal, stay, linen), "bookings")).toMatchObject({ final_price: "100.0" });
  });

  test("another application's fees are locked even on an unlocked booking", async () => {
    const { account, manager, portal, rental } = await aManagerAndAnApplication();
    const stay = await aBooking(portal, rental, { bookings_fees: [{ price: "10", name: "Dog", kind: "other" }] });
    await changing(portal, stay, { locked: null });
    const [fee] = feesOf(await read(manager, "bookings", stay.id));
    expect(await read(manager, "bookings_fees", fee)).toMatchObject({ locked: lockOf(portal) });
    const refused = await removing(manager, stay, fee);
    expectForbidden(
      refused,
      `This fee is locked by ${lockOf(portal)}. ${lockOf(manager)} can only remove fees that it added.`,
    );
    const other = await service.aClient(account);
    await adding(manager, stay, { price: "3", name: "Dog", kind: "other" });
    const [, unlocked] = feesOf(await read(manager, "bookings", stay.id));
    expect((await removing(other, stay, unlocked)).status).toBe(200);
  });
});

describe("an application with bookings_write_owned", () => {
  test("sees other bookings in public form and cannot write them", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const stay = await aBooking(manager, rental, { bookings_fees: [{ price: "10", name: "Dog", kind: "other" }] });
    const before = await read(manager, "bookings", stay.id);
    const details = "This booking was created by another application.";
    expectForbidden(await changing(portal, stay, { expected_checkin_time: "12" }), details);
    expectForbidden(await portal.delete(`/bookings/${stay.id}`), details);
    expectForbidden(await adding(portal, stay, { price: "1" }), details);
    expectForbidden(await removing(portal, stay, feesOf(before)[0]), details);
    expect(await read(manager, "bookings", stay.id)).toEqual(before);
  });

  test("does not learn that another past or canceled booking exists", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const past = await aBooking(manager, rental, { start_at: "2020-01-04", end_at: "2020-01-06" });
    const canceled = await aBooking(manager, rental);
    await manager.delete(`/bookings/${canceled.id}`);
    for (const stay of [past, canceled]) {
      expect((await portal.get(`/bookings/${stay.id}`)).status).toBe(404);
      expect((await changing(portal, stay, { notes: "x" })).status).toBe(404);
      expect((await portal.delete(`/bookings/${stay.id}`)).status).toBe(404);
    }
  });

  test("sees the fees, taxes and comments of its own bookings only", async () => {
    const { manager, portal, rental } = await aManagerAndAnApplication();
    const parts = {
      bookings_fees: [{ price: "10", name: "Dog", kind: "other" }],
      bookings_taxes: [{ amount: "1" }],
      comments: [{ content: "Late" }],
    };
    const theirs = await aBooking(manager, rental, parts);
    const mine = await aBooking(portal, rental, { ...parts, start_at: "2090-02-01", end_at: "2090-02-03" });
    for (const root of ["bookings_fees", "bookings_taxes", "booking_comments"]) {
      const seen = await portal.get(`/${root}`);
      expect(seen.json[root], root).toMatchObject([{ links: { booking: mine.id } }]);
      const all = recordOf(await manager.get(`/bookings/${theirs.id}`), "bookings");
      const [foreign] = [Object(all.links)[root]].flat();
      expect((await portal.get(`/${root}/${foreign}`)).status, root).toBe(404);
    }
    const comment = await portal.post("/booking_comments", {
      booking_comments: [{ booking_id: theirs.id, content: "Hm" }],
    });
    expect([comment.status, errorsOf(comment)]).toEqual([
      422,
      { booking_id: ["must be a booking that this application may write"] },
    ]);
  });
});

describe("a comment", () => {
  test("a comment is changed and deleted by its author only", async () => {
    const { account, manager, rental } = await aManagerAndAnApplication();
    const comment = await aComment(manager, await aBooking(manager, rental));
    expect(comment).toMatchObject({ content: "Arrives late", editable: true, visible_for_all_account_users: true });
    const other = await service.aClient(account);
    expect(await read(other, "booking_comments", comment.id)).toMatchObject({ editable: false });
    const path = `/booking_comments/${comment.id}`;
    const details = "This comment was written by another application.";
    expectForbidden(await other.put(path, { booking_comments: [{ content: "No" }] }), details);
    expectForbidden(await other.delete(path), details);
    expect(await read(manager, "booking_comments", comment.id)).toEqual(comment);
    const changed = await manager.put(path, {
      booking_comments: [{ content: "At noon", visible_for_all_account_users: false }],
    });
    expect(recordOf(changed, "booking_comments")).toMatchObject({
      content: "At noon",
      visible_for_all_account_users: false,
    });
    expect((await manager.delete(path)).status).toBe(204);
    expect((await manager.get(path)).status).toBe(404);
  });

  test("a comment stays with its booking", async () => {
    const { manager, rental } = await aManagerAndAnApplication();
    const [stay, other] = [await aBooking(manager, rental), await aBooking(manager, await aRental(manager))];
    const comment = await aComment(manager, stay);
    const answer = await manager.put(`/booking_comments/${comment.id}`, {
      booking_comments: [{ booking_id: other.id }],
    });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { booking_id: ["cannot be changed"] }]);
    expect(await read(manager, "booking_comments", comment.id)).toEqual(comment);
  });

  test.each<[string, Json, Json]>([
    ["without a booking", { booking_id: null }, { booking_id: ["can't be blank"] }],
    ["of no booking", { booking_id: 999_999 }, { booking_id: ["must exist"] }],
    ["that says nothing", { content: " " }, { content: ["can't be blank"] }],
    ["that says too much", { content: "x".repeat(6001) }, { content: ["is too long (maximum is 6000 characters)"] }],
  ])("is refused %s", async (_, attributes, messages) => {
    const { manager, rental } = await aManagerAndAnApplication();
    const { id } = await aBooking(manager, rental);
    const comment = { booking_id: id, content: "Hm", ...attributes };
    const answer = await manager.post("/booking_comments", { booking_comments: [comment] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, messages]);
    expect(await service.sql("select from booking_comments where account_id = $1", [manager.account])).toEqual([]);
  });
});
