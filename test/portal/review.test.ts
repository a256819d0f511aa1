import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** The guest's review after the stay. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const past = { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" };
const reviewsOf = async ({ client }: Portal) => recordsOf(await client.get("/reviews"), "reviews");

test("a guest reviews a stay once, after departure", async () => {
  const portal = await aPortal(service, { stay: past });
  const { path } = portal;
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(path))).toContain("Write a review");
  const typed = { rating: "4", title: "Lovely", comment: "Great <script>alert(1)</script>", private_comment: "Drip" };
  for (const wrong of [
    { ...typed, comment: " " },
    { ...typed, rating: "6" },
    { ...typed, rating: "" },
  ]) {
    const answer = await browser.post(`${path}/review`, wrong);
    expect([answer.status, answer.text.includes("<script")]).toEqual([422, false]);
  }
  await Promise.all([1, 2, 3].map(() => browser.post(`${path}/review`, typed)));
  expect(await reviewsOf(portal)).toMatchObject([
    { rating: "4.0", title: "Lovely", comment: typed.comment, private_comment: "Drip" },
  ]);
  expect(wordsOf(await browser.get(path))).toContain("Thank you for your review!");
});

test("signs that cannot be printed are dropped from each text that a guest types", async () => {
  const portal = await aPortal(service, { stay: past });
  const { path, client, rental } = portal;
  const agreement = await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", {
    body_en: "No parties.",
  });
  const browser = await verified(service, mailer, portal);
  const [line, text] = ["\u202eAda\u0007\u001b  \u200bGuest\u2066", "One\u0001\r\nTwo\u007f"];
  await browser.post(`${path}/form`, { "name-0": line });
  await browser.post(`${path}/agreement`, { name: line, agreement: String(agreement.id) });
  await browser.post(`${path}/message`, { text });
  const review = { rating: "5", title: line, comment: text, private_comment: text };
  expect((await browser.post(`${path}/review`, review)).status).toBe(303);
  expect(await reviewsOf(portal)).toMatchObject([
    { title: "Ada Guest", comment: "One\nTwo", private_comment: "One\nTwo" },
  ]);
  expect(recordsOf(await client.get("/guest_forms"), "guest_forms")).toMatchObject([{ guests: ["Ada Guest"] }]);
  expect(recordsOf(await client.get("/agreement_signatures"), "agreement_signatures")).toMatchObject([
    { name: "Ada Guest" },
  ]);
  expect(recordsOf(await client.get("/inbox/messages"), "messages")).toMatchObject([{ content: "One\nTwo" }]);
});

test("refuses a review of a future or canceled stay", async () => {
  const [coming, canceled] = [await aPortal(service), await aPortal(service, { stay: past })];
  await canceled.client.delete(`/bookings/${canceled.booking.id}`);
  for (const portal of [coming, canceled]) {
    const browser = await verified(service, mailer, portal);
    await browser.post(`${portal.path}/review`, { rating: "5", comment: "Too early" });
    expect(await reviewsOf(portal)).toEqual([]);
  }
});
