import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { smallPicture } from "../photos/pictures.ts";
import { card, edit } from "./edited-booking.ts";
import { countActivations, pick, press, tabTo, typeDay, typeInto } from "./keyboard.ts";
import { faultsInJob } from "./looks.ts";
import { dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";

/** Jobs from an enquiry, a stay and an empty account, by keyboard alone, on a light desktop and a dark phone (console.md, The job decides). */
const roost = useConsole();

describe.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("by keyboard alone (%s, %s)", (size, colorScheme) => {
  const settings = { viewport: sizes[size], colorScheme };
  /** Checks a state of a job in both color schemes. */
  const look = async (page: Page, state: string): Promise<void> =>
    expect(await faultsInJob(page, state, colorScheme)).toEqual([]);

  test("a phone enquiry becomes a hold for a new guest in five steps", async () => {
    const rental = await aRental(roost.manager, { name: `Asked House ${size}`, base_rate: "100" });
    const page = await roost.open({ ...settings, path: "/today" });
    const activations = await countActivations(page);
    await press(page, page.getByRole("link", { name: "New booking" }));
    const dialog = page.getByRole("dialog");
    await typeDay(page, dialog.getByLabel("Arrival"), dayFrom(12));
    await press(page, dialog.getByRole("button", { name: `Asked House ${size}` }));
    await dialog.getByText("Total for 7 nights").waitFor();
    await pick(page, dialog.getByRole("radiogroup").first(), "Hold for one day");
    await typeInto(page, dialog.getByRole("combobox", { name: "Guest" }), `Una ${size}`);
    await dialog.getByRole("option", { name: `New guest: Una ${size}` }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await typeInto(page, dialog.getByLabel("Phone"), "+41 44 668 18 00");
    await look(page, "a hold for a new guest");
    await press(page, dialog.getByRole("button", { name: "Hold for one day" }));
    await page.getByText(/held/).first().waitFor();
    const [stay] = recordsOf(await roost.manager.get(`/bookings?rental_id=${rental.id}`), "bookings");
    expect(stay).toMatchObject({ status: "Tentative", final_price: "700.0" });
    expect(await activations()).toBeLessThanOrEqual(5);
  });

  test("cash is taken, and a part of it refunded, from the stay in four steps", async () => {
    const rental = await aRental(roost.manager, { name: `Cash House ${size}`, base_rate: "100" });
    const stay = await aBooking(roost.manager, rental, { start_at: dayFrom(9), end_at: dayFrom(12) });
    const page = await roost.open({ ...settings, path: `/bookings/${stay.id}` });
    const activations = await countActivations(page);
    await press(page, page.getByRole("button", { name: "Record payment" }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Record", exact: true }));
    await page.getByText("Payment of €300.00 recorded.").waitFor();
    await press(page, page.getByRole("button", { name: "Refund payment of €300.00" }));
    const refund = page.getByRole("dialog", { name: "Refund payment of €300.00" });
    await typeInto(page, refund.getByLabel("Amount in EUR"), "50");
    await look(page, "a refund");
    await press(page, refund.getByRole("button", { name: "Refund €50.00" }));
    await page.getByText("€50.00 refunded.").waitFor();
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ paid_amount: "250.0" });
    expect(await activations()).toBeLessThanOrEqual(4);
  });

  test("a guest's question is answered from the stay in two steps", async () => {
    const { manager } = roost;
    const rental = await aRental(manager, { name: `Cot House ${size}`, base_rate: "100" });
    const member = await aGuest(manager, { fullname: `Ada ${size}`, emails: [{ email: "ada@example.com" }] });
    const dates = { start_at: dayFrom(5), end_at: dayFrom(9), client_id: member.id };
    const stay = await aBooking(manager, rental, dates);
    const conversation = await aConversation(manager, { subject: "A question", default_channel: "email" });
    await manager.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: stay.id }] });
    const guest = await aParticipant(manager, conversation, "Client", member);
    await aMessage(manager, conversation, guest, { content: "Is there a cot?", sent_at: `${dayFrom(-1)}T08:00:00Z` });
    const page = await roost.open({ ...settings, path: `/bookings/${stay.id}` });
    const activations = await countActivations(page);
    await press(page, page.getByRole("button", { name: "Answer", exact: true }));
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Is there a cot?").waitFor();
    await typeInto(page, dialog.getByRole("textbox"), "There is one.");
    await look(page, "an answer from the stay");
    await press(page, dialog.getByRole("button", { name: "Send", exact: true }));
    await dialog.waitFor({ state: "detached" });
    const path = `/inbox/messages?conversation_id=${conversation.id}`;
    const sent = recordsOf(await roost.person.get(path), "messages");
    expect(sent.map(({ content }) => content)).toEqual(["Is there a cot?", "There is one."]);
    expect(await activations()).toBeLessThanOrEqual(2);
  });

  test("the edge of a stay is moved in the calendar in two steps, at today's rates", async () => {
    const rental = await aRental(roost.manager, { name: `Edge House ${size}`, base_rate: "100" });
    const stay = await aBooking(roost.manager, rental, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await roost.open({ ...settings, path: `/calendar?q=Edge House ${size}` });
    await page.locator("[data-stay]").waitFor();
    const activations = await countActivations(page);
    await tabTo(page, page.getByRole("grid"));
    for (const key of ["ArrowRight", "ArrowRight", "e", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await page.getByRole("status").filter({ hasText: "4 nights" }).waitFor();
    await look(page, "a departure that is being moved");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Change/ });
    await dialog.getByRole("radio", { name: "Keep €200.00" }).waitFor();
    await pick(page, dialog.getByRole("radiogroup"), "Today’s rates: €400.00 (+€200.00)");
    await look(page, "an edge with its prices");
    await press(page, dialog.getByRole("button", { name: "Move stay" }));
    await page.getByText(`${stay.reference} moved.`).waitFor();
    const moved = await read(roost.manager, "bookings", stay.id);
    expect([String(moved.end_at).slice(0, 10), moved.final_price]).toEqual([dayFrom(6), "400.0"]);
    await expect
      .poll(() => page.getByRole("grid").evaluate((grid) => grid === grid.ownerDocument.activeElement))
      .toBe(true);
    expect(await activations()).toBeLessThanOrEqual(2);
  });

  test("a stay gets another guest and an own price in five steps", async () => {
    const digits = size === "phone" ? "446681803" : "446681804";
    const phones = [{ label: "home", number: `+41${digits}` }];
    const guest = await aGuest(roost.manager, { fullname: `Gerda ${size}`, phones });
    const rental = await aRental(roost.manager, { name: `Agreed House ${size}`, base_rate: "100" });
    const stay = await aBooking(roost.manager, rental, { start_at: dayFrom(5), end_at: dayFrom(8) });
    const page = await roost.open({ ...settings, path: `/bookings/${stay.id}` });
    const activations = await countActivations(page);
    await press(page, edit(page, "Guest"));
    const person = page.getByRole("form", { name: "Guest" });
    await typeInto(page, person.getByRole("combobox", { name: "Guest" }), digits);
    await page.getByRole("option", { name: `Gerda ${size}` }).waitFor();
    await look(page, "a guest who is found by telephone");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await press(page, person.getByRole("button", { name: "Save" }));
    await card(page, "Guest")
      .getByRole("link", { name: `Gerda ${size}` })
      .waitFor();
    await press(page, edit(page, "Price"));
    const price = page.getByRole("form", { name: "Price" });
    await typeInto(page, price.getByLabel("Custom total"), "280");
    await price.getByText("Price changes from €300.00 to €280.00.").waitFor();
    await look(page, "an own price with the new total");
    await press(page, price.getByRole("button", { name: "Save" }));
    await page.getByText(`${stay.reference} saved.`).last().waitFor();
    await expect
      .poll(() => read(roost.manager, "bookings", stay.id))
      .toMatchObject({ final_price: "280.0", links: { client: guest.id } });
    expect(await activations()).toBeLessThanOrEqual(5);
  });

  test("a new rental goes from nothing to bookable, with a photo, in nine steps", async () => {
    const account = await roost.service.anAccount();
    const owner = await aMember(roost.service, account, "owner");
    const page = await openConsole(roost.at, owner, { ...settings, path: "/rentals" });
    const activations = await countActivations(page);
    const chooseIn = async (name: string, text: string, option: string): Promise<void> => {
      await typeInto(page, page.getByRole("combobox", { name }), text);
      await page.getByRole("option", { name: option }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await press(page, page.getByRole("link", { name: "New rental" }).first());
    await typeInto(page, page.getByLabel("Name"), "Casa Nova");
    await typeInto(page, page.getByLabel("City"), "Lisbon");
    await chooseIn("Country", "Portugal", "Portugal");
    await chooseIn("Time zone", "Lisbon", "Europe/Lisbon");
    await press(page, page.getByRole("button", { name: "Create and continue" }));
    await typeInto(page, page.getByLabel("Sleeps"), "4");
    await press(page, page.getByRole("button", { name: "Save and continue" }));
    await page.getByRole("heading", { name: "Texts", exact: true }).waitFor();
    await press(page, page.getByRole("complementary").getByRole("link", { name: "base rate" }));
    await typeInto(page, page.getByLabel("Base rate", { exact: true }), "120");
    await press(page, page.getByRole("button", { name: "Save and continue" }));
    await page.getByRole("heading", { name: "Taxes" }).waitFor();
    await look(page, "a new rental with a list of what is missing");
    await press(page, page.getByRole("complementary").getByRole("link", { name: "photo" }));
    const choosing = page.waitForEvent("filechooser");
    await press(page, page.getByRole("button", { name: "Add photos" }));
    const buffer = Buffer.from(smallPicture, "base64");
    await (await choosing).setFiles([{ name: "pool.png", mimeType: "image/png", buffer }]);
    await page.getByRole("button", { name: "Edit: Photo 1" }).waitFor();
    const meter = page.getByRole("complementary", { name: "Bookable", exact: true });
    await meter.waitFor();
    await meter.getByRole("link").waitFor({ state: "detached" });
    const [rental] = recordsOf(await owner.get("/rentals"), "rentals");
    expect(rental).toMatchObject({ name: "Casa Nova", country_code: "PT", time_zone: "Europe/Lisbon", sleeps: 4 });
    expect(rental?.base_rate).toBe("120.0");
    expect(await activations()).toBeLessThanOrEqual(9);
  });
});
