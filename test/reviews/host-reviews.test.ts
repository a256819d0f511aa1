import { expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, aSource, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { aStay, past } from "./factories.ts";

/** Hosts' reviews of guests (conventions.md, Resources beyond the catalogue). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const writing = (api: ApiClient, stay: Json, attributes: Json, path = "host_reviews") =>
  api.post(`/bookings/${stay.id}/${path}`, { host_reviews: [attributes] });

const aDraft = async (api: ApiClient, stay: Json, attributes: Json = {}): Promise<Json> =>
  recordOf(await writing(api, stay, attributes, "host_reviews/draft"), "host_reviews");

const changing = (api: ApiClient, { id }: Json, attributes: Json) =>
  api.put(`/host_reviews/draft/${id}`, { host_reviews: [attributes] });

const submitting = (api: ApiClient, { id }: Json) => api.put(`/host_reviews/draft/${id}/submit`);

test("a host review is submitted immediately and expires two weeks after departure by default", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  const stay = await aStay(api, rental);
  const criteria = { communication: { rating: 5 }, cleanliness: { rating: 4.5, comment: "Spotless" } };
  const answer = await writing(api, stay, { comment: "A pleasure.", criteria, is_guest_recommended: true });
  const made = recordOf(answer, "host_reviews");
  expect(made).toMatchObject({
    ...{ comment: "A pleasure.", private_comment: null, is_guest_recommended: true, shareable: false },
    ...{ expires_at: `${dayAhead(12)}T10:00:00Z`, submitted_at: expect.any(String), dismissed_at: null },
    criteria: {
      cleanliness: { rating: "4.5", comment: "Spotless" },
      communication: { rating: "5.0", comment: null },
      respect_house_rules: null,
    },
    links: { account: api.account, booking: stay.id, rental: rental.id, source: null, reply: null },
  });
  expect(linksOf(await read(api, "rentals", rental.id)).host_reviews).toEqual([made.id]);
  const again = await writing(api, stay, { comment: "Again" });
  expect([again.status, errorsOf(again)]).toEqual([
    422,
    { source_id: ["already has a review of this booking's guest"] },
  ]);
  expect((await writing(api, stay, { comment: "Again", source_id: (await aSource(api)).id })).status).toBe(201);
});

test("a late or empty host review is refused with all problems", async () => {
  const api = await aManager();
  const late = await aStay(api, undefined, past(20));
  const expired = ["has passed: the review can no longer be submitted"];
  expect(errorsOf(await writing(api, late, {}))).toEqual({ comment: ["can't be blank"], expires_at: expired });
  expect(errorsOf(await writing(api, late, {}, "host_reviews/draft"))).toEqual({ expires_at: expired });
  const then = { comment: "A pleasure.", submitted_at: `${dayAhead(-19)}T12:00:00Z` };
  expect((await writing(api, late, then)).status).toBe(201);
  const ahead = await aStay(api, undefined, past(-2));
  expect(errorsOf(await writing(api, ahead, { comment: "Early" }))).toEqual({
    base: ["can only be written from the day of departure on"],
  });
});

test("a draft may be incomplete, can be changed in parts, and needs a comment to be submitted", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  expect(errorsOf(await writing(api, stay, { submitted_at: dayAhead(0) }, "host_reviews/draft"))).toEqual({
    submitted_at: ["is set when the draft is submitted"],
  });
  const draft = await aDraft(api, stay, { is_guest_recommended: false });
  expect(draft).toMatchObject({ comment: null, submitted_at: null, is_guest_recommended: false });
  expect(errorsOf(await submitting(api, draft))).toEqual({ comment: ["can't be blank"] });
  const changed = recordOf(await changing(api, draft, { comment: "Fine", submitted_at: dayAhead(0) }), "host_reviews");
  expect(changed).toMatchObject({ comment: "Fine", is_guest_recommended: false, submitted_at: null });
  const wrong = await changing(api, draft, { criteria: { staff: { rating: 1 } }, expires_at: "soon", mood: 1 });
  expect([wrong.status, Object.keys(Object(errorsOf(wrong))).toSorted()]).toEqual([
    422,
    ["criteria", "expires_at", "mood"],
  ]);
  const submitted = recordOf(await submitting(api, draft), "host_reviews");
  expect(submitted).toMatchObject({ comment: "Fine", submitted_at: expect.any(String) });
  const over = { base: ["was submitted and can no longer be changed"] };
  expect(errorsOf(await changing(api, draft, { comment: "Better" }))).toEqual(over);
  expect(errorsOf(await submitting(api, draft))).toEqual(over);
  expect(await read(api, "host_reviews", draft.id)).toEqual(submitted);
});

test("an expired draft can be submitted only after its expiry is extended", async () => {
  const api = await aManager();
  const draft = await aDraft(api, await aStay(api), { comment: "Fine" });
  await service.sql("update host_reviews set expires_at = now() - interval '1 minute' where id = $1", [draft.id]);
  const refused = await submitting(api, draft);
  expect([refused.status, Object.keys(Object(errorsOf(refused)))]).toEqual([422, ["expires_at"]]);
  await changing(api, draft, { expires_at: `${dayAhead(3)}T10:00:00Z` });
  expect((await submitting(api, draft)).status).toBe(200);
});

test("a dismissal is permanent, and guests can reply only to submitted reviews", async () => {
  const api = await aManager();
  const draft = await aDraft(api, await aStay(api), { comment: "Fine" });
  const replying = ({ id }: Json) => api.post(`/host_reviews/${id}/reply`, { review_replies: [{ message: "Thanks" }] });
  expect(errorsOf(await replying(draft))).toEqual({ base: ["is a draft and can't have a reply"] });
  const dismissed = await api.put(`/host_reviews/${draft.id}/dismiss`, { host_reviews: [{ dismissed_by: "Host" }] });
  expect(recordOf(dismissed, "host_reviews")).toMatchObject({ dismissed_by: "Host", dismissed_at: expect.any(String) });
  expect(errorsOf(await submitting(api, draft))).toEqual({ base: ["was dismissed and can no longer be changed"] });
  const other = recordOf(await writing(api, await aStay(api), { comment: "Fine" }), "host_reviews");
  const reply = recordOf(await replying(other), "review_replies");
  expect(reply).toMatchObject({ message: "Thanks", links: { guest_review: null, host_review: other.id } });
  expect(linksOf(await read(api, "host_reviews", other.id)).reply).toBe(reply.id);
  expect(errorsOf(await replying(other))).toEqual({ base: ["already has a reply"] });
});

test("the public sees only shareable, submitted host reviews without private parts", async () => {
  const api = await aManager();
  await aDraft(api, await aStay(api), { comment: "Not yet", shareable: true });
  await writing(api, await aStay(api), { comment: "Between us" });
  const open = { comment: "A pleasure.", private_comment: "Mind the cat", shareable: true };
  const shown = recordOf(await writing(api, await aStay(api), open), "host_reviews");
  const visitor = await service.aClient(api.account, { scopes: ["public"] });
  const seen = recordsOf(await visitor.get("/host_reviews"), "host_reviews");
  expect(seen.map(({ id }) => id)).toEqual([shown.id]);
  expect(seen[0]).not.toHaveProperty("private_comment");
  expect(recordsOf(await api.get("/host_reviews"), "host_reviews")).toHaveLength(3);
});

test("another account's review is not found by any request", async () => {
  const api = await aManager();
  const draft = await aDraft(api, await aStay(api), { comment: "Fine" });
  const stranger = await aManager();
  const source = await aSource(stranger);
  expect(errorsOf(await changing(api, draft, { source_id: source.id }))).toEqual({ source_id: [expect.any(String)] });
  expect((await changing(stranger, draft, { comment: "Ha" })).status).toBe(404);
  expect((await submitting(stranger, draft)).status).toBe(404);
  expect((await api.put("/host_reviews/draft/nonsense/submit")).status).toBe(404);
});
