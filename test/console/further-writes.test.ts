import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental, created } from "../harness/factories.ts";
import { press } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { sizes, useConsole } from "./open-console.ts";
import { undo } from "./undo.ts";

/** Rates tables, edited notes, stays of conversations, and replayed webhooks (console.md, The job decides). */
const roost = useConsole();

test("a rates table is renamed, and removed once no rental uses it", async () => {
  const { person } = roost;
  const used = await created(person, "/rates_tables", "rates_tables", { name: "Beach houses" });
  await created(person, "/rates_tables", "rates_tables", { name: "Old table" });
  const rental = await aRental(person, { name: "Cliff Cottage", rates_table_id: used.id });
  const page = await roost.open({ path: `/rates?rental=${rental.id}&view=seasons` });
  const section = page.getByRole("region", { name: "Rates tables" });
  await section.getByText("Not used by any rental").waitFor();
  expect(await section.getByRole("button", { name: "Remove: Beach houses" }).count()).toBe(0);
  await press(page, section.getByRole("button", { name: "Edit: Beach houses" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name (English)").fill("");
  await dialog.getByLabel("Name (English)").evaluate((input) => input.removeAttribute("required"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("can't be blank").waitFor();
  expect(await faultsOf(page, "rates table")).toEqual([]);
  await dialog.getByLabel("Name (English)").fill("Sea houses");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByRole("button", { name: "Edit: Sea houses" }).waitFor();
  await section.getByRole("button", { name: "Remove: Old table" }).click();
  await page.getByRole("button", { name: "Remove rates table" }).click();
  await page.getByText("Old table removed.").waitFor();
  expect(recordsOf(await person.get("/rates_tables"), "rates_tables").map(({ name }) => name)).toEqual([
    { en: "Sea houses" },
  ]);
});

test("a note is edited, and shown to cleaners, on a phone", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Note House" });
  const stay = await aBooking(person, rental);
  const comment = await aComment(person, stay, { content: "Arrives at six" });
  const page = await roost.open({ path: `/bookings/${stay.id}`, viewport: sizes.phone, colorScheme: "dark" });
  await page.getByRole("button", { name: "Edit note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note", { exact: true }).fill("Arrives at seven");
  await dialog.getByLabel("Show to cleaners").check();
  expect(await faultsOf(page, "note")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Note saved.").waitFor();
  expect(recordsOf(await person.get(`/booking_comments/${comment.id}`), "booking_comments")).toMatchObject([
    { content: "Arrives at seven", visible_for_all_account_users: true },
  ]);
});

test("a conversation loses a stay that it is not about, and gets it back by undo", async () => {
  const { person } = roost;
  const guest = await aGuest(person, { fullname: "Ada Lovelace" });
  const rental = await aRental(person, { name: "Wrong House" });
  const stay = await aBooking(person, rental, { client_id: guest.id });
  const conversation = await created(person, "/inbox/conversations", "conversations", {});
  const path = `/inbox/conversations/${conversation.id}`;
  expect((await person.put(`${path}/connect_booking`, { bookings: [{ id: stay.id }] })).status).toBe(200);
  const page = await roost.open({ path: `/inbox?conversation=${conversation.id}` });
  await press(page, page.getByRole("button", { name: `Not about this stay: ${stay.reference}` }));
  await page.getByText(`Booking ${stay.reference} disconnected.`).waitFor();
  const stays = async () => recordsOf(await person.get(path), "conversations")[0]?.links;
  expect(await stays()).toMatchObject({ bookings: [] });
  await undo(page);
  await expect.poll(stays).toMatchObject({ bookings: [stay.id] });
});

test("an endpoint's messages are replayed since a day", async () => {
  const { person } = roost;
  const endpoint = await created(person, "/webhook_endpoints", "webhook_endpoints", {
    url: "https://hooks.example/in",
  });
  expect((await person.post(`/webhook_endpoints/${endpoint.id}/ping`, {})).status).toBe(200);
  const page = await roost.open({ path: `/settings/webhooks?endpoint=${endpoint.id}` });
  await press(page, page.getByRole("button", { name: "Replay messages" }));
  const dialog = page.getByRole("dialog");
  expect(await faultsOf(page, "replay")).toEqual([]);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().includes(`/webhook_endpoints/${endpoint.id}/replay`)),
    press(page, dialog.getByRole("button", { name: "Replay", exact: true })),
  ]);
  expect(new URL(sent.url()).searchParams.get("since")).toMatch(/T00:00:00Z$/);
  await page.getByText("Messages are being sent again.").waitFor();
});
