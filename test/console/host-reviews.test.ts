import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { press } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, sizes, useConsole } from "./open-console.ts";

/** Reviews of guests, and guests' reviews that no longer count (console.md, The job decides). */
const roost = useConsole();

async function aPastStay(name: string) {
  const { person } = roost;
  const rental = await aRental(person, { name: `House of ${name}` });
  const guest = await aGuest(person, { fullname: name });
  return aBooking(person, rental, {
    ...{ start_at: `${dayFrom(-6)}T16:00:00Z`, end_at: `${dayFrom(-2)}T10:00:00Z` },
    ...{ booked: true, client_id: guest.id },
  });
}

test("a guest is reviewed by keyboard: a draft, which is completed, submitted and dismissed", async () => {
  const { person } = roost;
  const stay = await aPastStay("Ada Lovelace");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  const card = page.getByRole("region", { name: "Review of the guest" });
  await press(page, card.getByRole("button", { name: "Review guest" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Cleanliness" }).click();
  await page.getByRole("option", { name: "4 of 5" }).click();
  await dialog.getByRole("combobox", { name: "Recommend the guest" }).click();
  await page.getByRole("option", { name: "Yes" }).click();
  expect(await faultsOf(page, "host review")).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await card.getByText(/^Draft. Submit it until/).waitFor();
  await press(page, card.getByRole("button", { name: "Submit review" }));
  await press(page, page.getByRole("button", { name: "Submit now" }));
  await dialog.getByText("Comment can't be blank").waitFor();
  await press(page, dialog.getByRole("button", { name: "Cancel" }));
  await press(page, card.getByRole("button", { name: "Edit" }));
  await dialog.getByLabel("Comment for other hosts").fill("Left the house spotless.");
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await card.getByText("Left the house spotless.").waitFor();
  await press(page, card.getByRole("button", { name: "Submit review" }));
  await press(page, page.getByRole("button", { name: "Submit now" }));
  await card.getByText(/^Submitted /).waitFor();
  expect(await card.getByRole("button", { name: "Edit" }).count()).toBe(0);
  await press(page, card.getByRole("button", { name: "Dismiss" }));
  await dialog.getByLabel("Reason").fill("Wrong guest");
  await press(page, dialog.getByRole("button", { name: "Dismiss review" }));
  await card.getByText("Wrong guest").waitFor();
  const [review] = recordsOf(await person.get(`/host_reviews?booking_id=${stay.id}`), "host_reviews");
  expect(review).toMatchObject({
    ...{ comment: "Left the house spotless.", is_guest_recommended: true, dismissal_reason: "Wrong guest" },
    criteria: { cleanliness: { rating: "4.0" } },
    submitted_at: expect.any(String),
  });
  expect(recordsOf(await person.get(`/host_reviews?booking_id=${Number(stay.id) + 1}`), "host_reviews")).toEqual([]);
});

test("a guest's review is dismissed with a reason, on a phone", async () => {
  const { person } = roost;
  const stay = await aPastStay("Bob Stone");
  const review = await created(person, `/bookings/${stay.id}/reviews`, "reviews", { comment: "Cold.", rating: "2" });
  const page = await roost.open({ path: `/bookings/${stay.id}`, viewport: sizes.phone, colorScheme: "dark" });
  const card = page.getByRole("region", { name: "Reviews", exact: true });
  await card.getByRole("button", { name: "Dismiss" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Never stayed");
  expect(await faultsOf(page, "dismissing")).toEqual([]);
  await dialog.getByRole("button", { name: "Dismiss review" }).click();
  await card.getByText("Dismissed").waitFor();
  expect(await card.getByRole("button", { name: "Dismiss" }).count()).toBe(0);
  expect(recordsOf(await person.get(`/reviews/${review.id}`), "reviews")).toMatchObject([
    { dismissal_reason: "Never stayed", dismissed_at: expect.any(String) },
  ]);
});
