import { describe, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aGuest, linksOf, read } from "../harness/factories.ts";
import { aStay, card, edit, openBooking, windows, written } from "./edited-booking.ts";
import { press, typeInto } from "./keyboard.ts";
import { accessibilityFaults, useConsole } from "./open-console.ts";

/** A booking's guest on its page: found, new, changed, written to (console.md, The job decides). */
const roost = useConsole();

const stored = (stay: Json): Promise<Json> => read(roost.manager, "bookings", stay.id);

describe.each(windows)("a booking (%s)", (size, settings) => {
  test("gets a guest who is found by telephone while the manager types, by keyboard", async () => {
    const digits = size === "desktop" ? "23125031" : "23125032";
    const guest = await aGuest(roost.manager, {
      fullname: `José Grün ${size}`,
      phones: [{ number: `+49 30 ${digits}`, label: "home" }],
      emails: [{ email: `jose-${size}@example.com` }],
    });
    const stay = await aStay(roost.manager, `Guest House ${size}`);
    const page = await openBooking(roost.at, roost.person, stay, settings);
    await press(page, edit(page, "Guest"));
    const form = page.getByRole("form", { name: "Guest" });
    const field = form.getByRole("combobox", { name: "Guest" });
    await typeInto(page, field, `030 ${digits}`);
    const found = page.getByRole("option", { name: `José Grün ${size}` });
    await found.getByText(`jose-${size}@example.com`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => form.getByLabel("E-mail").inputValue()).toBe(`jose-${size}@example.com`);
    await press(page, form.getByRole("button", { name: "Save" }));
    await card(page, "Guest")
      .getByRole("link", { name: `José Grün ${size}` })
      .waitFor();
    expect(linksOf(await stored(stay))).toMatchObject({ client: guest.id });
    expect(await edit(page, "Guest").evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await card(page, "Guest")
      .getByRole("link", { name: `José Grün ${size}` })
      .click();
    await page.waitForURL(`**/console/guests?guest=${guest.id}`);
  });
});

test("no guest can be chosen before the search for the typed name has ended", async () => {
  await aGuest(roost.manager, { fullname: "Nova Alt" });
  const page = await openBooking(roost.at, roost.person, await aStay(roost.manager, "Slow House"));
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/v3/clients?*query=*", (route) => promise.then(() => route.continue()));
  await edit(page, "Guest").click();
  const form = page.getByRole("form", { name: "Guest" });
  await form.getByRole("combobox", { name: "Guest" }).fill("Nova");
  await page.getByText("Searching").waitFor();
  expect(await page.getByRole("option").count()).toBe(0);
  resolve();
  await page.getByRole("option", { name: "Nova Alt" }).waitFor();
  expect(await page.getByRole("option").allInnerTexts()).toEqual(["Nova Alt", "New guest: Nova"]);
});

test("a booking gets a new guest with an e-mail address and a telephone number in one step", async () => {
  const stay = await aStay(roost.manager, "Caller House");
  const page = await openBooking(roost.at, roost.person, stay);
  await edit(page, "Guest").click();
  const form = page.getByRole("form", { name: "Guest" });
  await form.getByRole("combobox", { name: "Guest" }).fill("Grace Hopper");
  await page.getByRole("option", { name: "New guest: Grace Hopper" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "New guest: Grace Hopper" }).waitFor({ state: "detached" });
  await form.getByLabel("E-mail").fill("grace@example.com");
  await form.getByLabel("Phone").fill("+1 202 555 0143");
  await form.getByRole("button", { name: "Save" }).click();
  await card(page, "Guest").getByRole("link", { name: "grace@example.com" }).waitFor();
  const guest = await read(roost.manager, "clients", linksOf(await stored(stay)).client);
  expect(guest).toMatchObject({
    fullname: "Grace Hopper",
    emails: [{ email: "grace@example.com" }],
    phones: [{ number: "+1 202 555 0143" }],
  });
});

test("a changed e-mail address leaves the guest’s other contacts as they are", async () => {
  const guest = await aGuest(roost.manager, {
    fullname: "Ada Lovelace",
    emails: [{ email: "old@example.com" }, { email: "second@example.com", label: "work" }],
    phones: [{ number: "+44 20 7946 0991", label: "home" }],
  });
  const page = await openBooking(
    roost.at,
    roost.person,
    await aStay(roost.manager, "Contact House", { client_id: guest.id }),
  );
  const bodies = written(page);
  await edit(page, "Guest").click();
  const form = page.getByRole("form", { name: "Guest" });
  await form.getByLabel("E-mail").fill("new@example.com");
  await form.getByRole("button", { name: "Save" }).click();
  await card(page, "Guest").getByRole("link", { name: "new@example.com" }).waitFor();
  expect(bodies.filter((body) => body.includes("phones") || body.includes("fullname"))).toEqual([]);
  expect(await read(roost.manager, "clients", guest.id)).toMatchObject({
    fullname: "Ada Lovelace",
    emails: [{ email: "new@example.com" }, { email: "second@example.com", label: "work" }],
    phones: [{ number: "+44 20 7946 0991" }],
  });
});

test("offers both e-mail addresses when another person has changed the guest's", async () => {
  const guest = await aGuest(roost.manager, { fullname: "Ada Lovelace", emails: [{ email: "old@example.com" }] });
  const page = await openBooking(
    roost.at,
    roost.person,
    await aStay(roost.manager, "Disputed House", { client_id: guest.id }),
  );
  await edit(page, "Guest").click();
  const form = page.getByRole("form", { name: "Guest" });
  await form.getByLabel("E-mail").fill("mine@example.com");
  await roost.manager.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: "theirs@example.com" }] }] });
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = form.getByRole("alert");
  await conflict.getByRole("row", { name: "E-mail mine@example.com theirs@example.com" }).waitFor();
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  expect(await form.getByLabel("E-mail").inputValue()).toBe("theirs@example.com");
  expect(await read(roost.manager, "clients", guest.id)).toMatchObject({ emails: [{ email: "theirs@example.com" }] });
});

test("a guest without a conversation is written to from the booking", async () => {
  const guest = await aGuest(roost.manager, { fullname: "Mary Shelley", emails: [{ email: "mary@example.com" }] });
  const stay = await aStay(roost.manager, "Writing House", { client_id: guest.id });
  const page = await openBooking(roost.at, roost.person, stay);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog", { name: "Message to Mary Shelley" });
  await dialog.getByLabel("Message").fill("Welcome! The key is under the mat.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send e-mail" }).click();
  await page.getByText("Message sent to Mary Shelley.").waitFor();
  await page.getByRole("button", { name: "Message" }).click();
  await dialog.getByText("Welcome! The key is under the mat.").waitFor();
  await dialog.getByLabel("Message").fill("And the code is 1234.");
  await page.reload();
  await page.getByRole("button", { name: "Message" }).click();
  expect(await dialog.getByLabel("Message").inputValue()).toBe("And the code is 1234.");
  await dialog.getByRole("link", { name: "Open conversation" }).click();
  await page.waitForURL("**/console/inbox?conversation=*");
});
