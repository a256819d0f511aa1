import { expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, aSource, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { aReview, aStay, past, reviewing } from "./factories.ts";

/** Guests' reviews of stays (service.md, Review; conventions.md, Resources beyond the catalogue). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const star = (rating: unknown, comment?: string): Json => ({ rating, ...(comment === undefined ? {} : { comment }) });

test("a review keeps the guest's first name, last initial and country from the time of writing", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  const stay = await aStay(api, rental);
  const made = await aReview(api, stay, { title: "Awesome", rating: 5 });
  expect(made).toMatchObject({
    ...{ title: "Awesome", comment: "It was awesome!", rating: "5.0", rating_accurate: "5.0" },
    ...{ name: "John S.", country_code: "FR", shareable: true, dismissed_at: null, dismissed_by: null },
    links: { account: api.account, rental: rental.id, booking: stay.id, source: null, reply: null },
  });
  expect(made.submitted_at).toMatch(/Z$/);
  expect(linksOf(await read(api, "rentals", rental.id))).toMatchObject({ reviews: [made.id], host_reviews: [] });
  await api.put(`/clients/${linksOf(stay).client}`, { clients: [{ firstname: "Jane", lastname: "Doe" }] });
  expect(await read(api, "reviews", made.id)).toMatchObject({ name: "John S." });
});

test("a booking has one review per source, and one without a source", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  const source = await aSource(api);
  const taken = { source_id: ["already has a review of this booking"] };
  for (const source_id of [null, source.id]) {
    await aReview(api, stay, { source_id });
    const again = await reviewing(api, stay, { source_id });
    expect([again.status, errorsOf(again)]).toEqual([422, taken]);
  }
  const second = await aStay(api);
  const atOnce = Array.from({ length: 4 }, () => reviewing(api, second, { source_id: source.id }));
  const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 422, 422, 422]);
});

test("lists the reviews of given bookings, for those who read bookings", async () => {
  const account = await service.anAccount();
  const api = await service.aClient(account);
  const rental = await aRental(api);
  const [stay, other] = [await aStay(api, rental), await aStay(api, rental, past(20))];
  const made = await aReview(api, stay);
  await aReview(api, other);
  const found = recordsOf(await api.get(`/reviews?booking_id=${stay.id}`), "reviews");
  expect(found).toMatchObject([{ id: made.id }]);
  const visitor = await service.aClient(account, { scopes: ["public"] });
  expect(await visitor.get(`/reviews?booking_id=${stay.id}`)).toMatchObject({ status: 403 });
});

test("the overall rating is the sent one, rounded and accurate, or the mean of the criteria", async () => {
  const api = await aManager();
  const rated = async (attributes: Json) => {
    const { rating, rating_accurate } = await aReview(api, await aStay(api), attributes);
    return [rating, rating_accurate];
  };
  expect(await rated({ rating: "4.5" })).toEqual(["5.0", "4.5"]);
  expect(await rated({ rating: 3.49 })).toEqual(["3.0", "3.49"]);
  const criteria = { cleanliness: star(5), checkin: star("4.5"), staff: star(4), location: null };
  expect(await rated({ criteria })).toEqual(["5.0", "4.5"]);
  expect(await rated({ criteria: { ...criteria, location: star(1) } })).toEqual(["4.0", "3.63"]);
  expect(await rated({ criteria, rating: 1 })).toEqual(["1.0", "1.0"]);
  expect(await rated({})).toEqual([null, null]);
  expect(await rated({ criteria: null })).toEqual([null, null]);
});

test("all criteria are returned with decimal ratings, and all invalid ones are reported together", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  const wrong = { cleanliness: star(6), comfort: star(null), parking: star(5), staff: { rating: 5, mood: "good" } };
  const refused = await reviewing(api, stay, { criteria: wrong, rating: 0.5, comment: "" });
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    {
      comment: ["can't be blank"],
      rating: ["must be greater than or equal to 1"],
      criteria: [
        "has an unknown criterion: parking; cleanliness: rating must be less than or equal to 5; comfort: rating can't be blank; staff: has an unknown member: mood",
      ],
    },
  ]);
  const { criteria } = await aReview(api, stay, {
    criteria: { cleanliness: star(4, "Dust"), eco_friendliness: star("3.5") },
  });
  const silent = ["communication", "checkin", "location", "facilities", "comfort", "staff", "value_for_money"];
  expect(criteria).toEqual({
    cleanliness: { rating: "4.0", comment: "Dust" },
    eco_friendliness: { rating: "3.5", comment: null },
    ...Object.fromEntries([...silent, "accuracy", "property_condition"].map((key) => [key, null])),
  });
  const [none] = recordsOf(await api.get("/reviews"), "reviews");
  expect(Object.keys(Object(none?.criteria))).toHaveLength(11);
});

test("only a guest's stay can be reviewed, from its day of departure on and unless it was canceled", async () => {
  const api = await aManager();
  const refusal = async (stay: Json, attributes: Json = {}) => errorsOf(await reviewing(api, stay, attributes));
  expect(await refusal(await aStay(api, undefined, past(-1)))).toEqual({
    base: ["can only be written from the day of departure on"],
  });
  const canceled = await aStay(api);
  await api.delete(`/bookings/${canceled.id}`);
  expect(await refusal(canceled)).toEqual({ base: ["can't be written about a canceled booking"] });
  const closed = await aBooking(api, await aRental(api), { ...past(2), booked: undefined, unavailable: true });
  expect(await refusal(closed)).toEqual({ base: ["can only be written about a guest's stay"] });
  const stay = await aStay(api);
  expect(await refusal(stay, { submitted_at: `${dayAhead(1)}T10:00:00Z` })).toEqual({
    submitted_at: ["must not be in the future"],
  });
  expect(await refusal(stay, { submitted_at: `${dayAhead(-3)}T10:00:00Z` })).toEqual({
    submitted_at: ["must not be before the day of departure"],
  });
  const today = await aStay(api, undefined, { ...past(0), end_at: `${dayAhead(0)}T23:59:59Z` });
  expect((await reviewing(api, today, { submitted_at: null })).status).toBe(201);
  const at = `${dayAhead(-2)}T01:00:00Z`;
  expect(await aReview(api, stay, { submitted_at: at })).toMatchObject({ submitted_at: at });
  expect((await api.post("/bookings/999999999/reviews", { reviews: [{ comment: "x" }] })).status).toBe(404);
});

test("a rental has its review count and exact mean, without dismissed reviews", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  const totals = async () => {
    const { reviews_count, reviews_average_rating } = await read(api, "rentals", rental.id);
    return [reviews_count, reviews_average_rating];
  };
  expect(await totals()).toEqual([0, null]);
  const third = { cleanliness: star(5), comfort: star(5), staff: star(4) };
  const made: Json[] = [];
  for (const [ago, attributes] of [{ criteria: third }, { criteria: third }, { rating: 2 }, {}].entries())
    made.push(await aReview(api, await aStay(api, rental, past(5 * ago + 1)), attributes));
  expect(await totals()).toEqual([4, "3.78"]);
  const since = new Date().toISOString();
  expect((await api.put(`/reviews/${made[2]?.id}/dismiss`)).status).toBe(200);
  expect(await totals()).toEqual([3, "4.67"]);
  expect(recordsOf(await api.get(`/rentals?updated_since=${since.slice(0, 19)}Z`), "rentals")).toHaveLength(1);
});

test("a dismissal shows by whom, when and why, is permanent, and keeps the review", async () => {
  const api = await aManager();
  const { id } = await aReview(api, await aStay(api));
  const reasons = { dismissed_by: "Channel", dismissal_reason: "Names the host", dismissed_at: "2022-03-10T12:00:00Z" };
  const future = await api.put(`/reviews/${id}/dismiss`, { reviews: [{ dismissed_at: `${dayAhead(2)}T10:00:00Z` }] });
  expect(errorsOf(future)).toEqual({ dismissed_at: ["must not be in the future"] });
  const dismissed = recordOf(await api.put(`/reviews/${id}/dismiss`, { reviews: [reasons] }), "reviews");
  expect(dismissed).toMatchObject({ id, ...reasons });
  expect(await read(api, "reviews", id)).toEqual(dismissed);
  const again = await api.put(`/reviews/${id}/dismiss`, { reviews: [{ dismissed_by: "The host" }] });
  expect(recordOf(again, "reviews")).toMatchObject({ id, ...reasons, dismissed_by: "The host" });
  const reply = await api.post(`/reviews/${id}/reply`, { review_replies: [{ message: "Sorry" }] });
  expect([reply.status, errorsOf(reply)]).toEqual([422, { base: ["was dismissed and can't have a reply"] }]);
});

test("a review has one reply, and both link to each other", async () => {
  const api = await aManager();
  const { id } = await aReview(api, await aStay(api));
  const replying = (attributes: Json) => api.post(`/reviews/${id}/reply`, { review_replies: [attributes] });
  expect(errorsOf(await replying({ submitted_at: "2001-01-01" }))).toEqual({
    message: ["can't be blank"],
    submitted_at: ["must not be before the review was submitted"],
  });
  const answer = await replying({ message: "Come again!" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    201,
    expect.stringMatching(/\/api\/v3\/review_replies\//),
  ]);
  const reply = recordOf(answer, "review_replies");
  expect(reply).toMatchObject({ message: "Come again!", links: { guest_review: id, host_review: null } });
  expect(reply.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(errorsOf(await replying({ message: "Please!" }))).toEqual({ base: ["already has a reply"] });
  const [shown] = recordsOf(await api.get("/reviews?include=reply"), "reviews");
  expect(shown).toMatchObject({ links: { reply: reply.id }, reply: { id: reply.id, message: "Come again!" } });
  expect(recordsOf(await api.get("/review_replies"), "review_replies")).toHaveLength(1);
});

test("a public token sees shareable reviews without comments for the host", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  const shown = await aReview(api, await aStay(api, rental, past(1)), { private_comment: "The tap drips." });
  const hidden = await aReview(api, await aStay(api, rental, past(9)), { shareable: false });
  for (const { id } of [shown, hidden])
    await api.post(`/reviews/${id}/reply`, { review_replies: [{ message: "Thanks" }] });
  const visitor = await service.aClient(api.account, { scopes: ["public"] });
  const seen = recordsOf(await visitor.get("/reviews"), "reviews");
  expect(seen.map(({ id }) => id)).toEqual([shown.id]);
  expect(seen[0]).not.toHaveProperty("private_comment");
  expect(linksOf({ ...seen[0] })).toMatchObject({ rental: rental.id, reply: expect.any(String) });
  expect(linksOf({ ...seen[0] })).not.toHaveProperty("booking");
  expect((await visitor.get(`/reviews/${hidden.id}`)).status).toBe(404);
  expect(recordsOf(await visitor.get("/review_replies"), "review_replies")).toHaveLength(1);
  // One review is not shareable, and a list without it would be wrong, so the link is omitted.
  expect(linksOf(await read(visitor, "rentals", rental.id))).not.toHaveProperty("reviews");
  expect(await read(api, "reviews", shown.id)).toMatchObject({ private_comment: "The tap drips." });
  expect((await reviewing(visitor, { id: 1 })).status).toBe(403);
});

test("a token for its own bookings can review only those, and one with reviews_write any", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  const channel = await service.aClient(api.account, { scopes: ["bookings_write_owned", "reviews_write"] });
  expect((await reviewing(channel, stay)).status).toBe(404);
  const own = await aBooking(channel, await aRental(api), past(3));
  await aReview(channel, own);
  const reviewer = await service.aClient(api.account, { scopes: ["reviews_write"] });
  await aReview(reviewer, stay);
});

test("a forgotten guest's review keeps only its ratings, without texts and replies", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  const criteria = { cleanliness: star(4, "As John likes it") };
  const { id } = await aReview(api, stay, { title: "John", private_comment: "John", rating: 4, criteria });
  const replied = await api.post(`/reviews/${id}/reply`, { review_replies: [{ message: "Dear John" }] });
  const host = await api.post(`/bookings/${stay.id}/host_reviews`, {
    host_reviews: [{ comment: "John was nice", private_comment: "John!", criteria: { communication: star(5, "J.") } }],
  });
  const exported = recordOf(await api.get(`/clients/${linksOf(stay).client}/export`), "clients");
  expect(exported).toMatchObject({
    reviews: [{ id, title: "John" }],
    host_reviews: [{ comment: "John was nice" }],
    review_replies: [{ message: "Dear John" }],
  });
  await api.post(`/clients/${linksOf(stay).client}/forget`);
  const review = await read(api, "reviews", id);
  expect(review).toMatchObject({
    ...{ title: null, comment: "(erased)", private_comment: null, name: null, country_code: null, rating: "4.0" },
    criteria: { cleanliness: { rating: "4.0", comment: null }, comfort: null },
  });
  expect(await read(api, "host_reviews", recordOf(host, "host_reviews").id)).toMatchObject({
    ...{ comment: "(erased)", private_comment: null },
    criteria: { communication: { rating: "5.0", comment: null } },
  });
  const reply = recordOf(replied, "review_replies");
  expect(await read(api, "review_replies", reply.id)).toMatchObject({ message: "(erased)" });
  const [count] = await service.sql(
    "select count(*)::integer as n from reviews where account_id = $1 and reviews::text ~ 'John'",
    [api.account],
  );
  expect(count).toEqual({ n: 0 });
  const why = await api.put(`/reviews/${id}/dismiss`, { reviews: [{ dismissal_reason: "John" }] });
  expect([why.status, Object.keys(Object(errorsOf(why)))]).toEqual([422, ["dismissal_reason"]]);
  const again = await reviewing(api, stay, { source_id: (await aSource(api)).id });
  expect([again.status, Object.keys(Object(errorsOf(again)))]).toEqual([422, ["comment"]]);
});

test("other applications see neither texts nor names of a restricted guest's reviews", async () => {
  const api = await aManager();
  const stay = await aStay(api);
  const { id } = await aReview(api, stay, { title: "John" });
  await api.post(`/clients/${linksOf(stay).client}/restrict_processing`);
  expect(await read(api, "reviews", id)).toMatchObject({
    title: null,
    comment: "(hidden)",
    name: null,
    criteria: null,
  });
});
