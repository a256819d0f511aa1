import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { createdEndpoint } from "../webhooks/factories.ts";
import { aReceiver } from "../webhooks/receiver.ts";
import { choose, countActivations, goByKeyboard, pick, press, tabTo, typeDay, typeInto } from "./keyboard.ts";
import { faultsInJob } from "./looks.ts";
import { dayFrom, openConsole, shownDay, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The ten most common jobs by keyboard alone, on a light desktop and a dark phone (console.md, How it feels). */
const service = useService({ endpoints: {}, localWebhooks: true });
let at: Window;
let account: number;
let manager: ApiClient;
let person: ConsoleClient;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner", { name: "Rosa Robles" });
});

const day = (time: unknown): string => String(time).slice(0, 10);

const staysOf = async (rental: Json): Promise<Json[]> =>
  recordsOf(await manager.get(`/bookings?rental_id=${rental.id}`), "bookings");

describe.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("by keyboard alone (%s, %s)", (size, colorScheme) => {
  const open = (path?: string): Promise<Page> =>
    openConsole(at, person, { viewport: sizes[size], colorScheme, ...(path === undefined ? {} : { path }) });

  /** Opens one rental's calendar with the cursor a number of days from today. */
  async function openCalendar(rental: Json, days: number): Promise<Page> {
    const page = await open();
    await typeInto(page, page.getByRole("textbox", { name: "Find a rental" }), String(rental.name));
    await page.locator(`[id="cell-${rental.id}-${Date.parse(dayFrom(0)) / 86_400_000}"]`).waitFor();
    // Keys go to the first row: wait until the filter has removed the others.
    await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual([rental.name]);
    await tabTo(page, page.getByRole("grid"));
    for (let step = 0; step < days; step++) await page.keyboard.press("ArrowRight");
    return page;
  }

  const openBooking = (stay: Json): Promise<Page> => open(`/bookings/${stay.id}`);

  /** Checks a state of a job in both color schemes. */
  const look = async (page: Page, state: string): Promise<void> =>
    expect(await faultsInJob(page, state, colorScheme)).toEqual([]);

  test("a user finds a free week and books it at the quoted price", async () => {
    const rental = await aRental(manager, { name: `Free House ${size}`, base_rate: "100" });
    const page = await openCalendar(rental, 3);
    for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Free House ${size}` });
    await dialog.getByText("Total for 7 nights").waitFor();
    expect(await dialog.locator("tfoot td").innerText()).toContain("700");
    await typeInto(page, dialog.getByRole("combobox", { name: "Guest" }), "Ada Lovelace");
    await dialog.getByRole("option", { name: "New guest: Ada Lovelace" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await look(page, "a quote for a new guest");
    await press(page, dialog.getByRole("button", { name: "Book", exact: true }));
    await page.getByText(" booked.").waitFor();
    const [stay] = await staysOf(rental);
    expect([day(stay?.start_at), day(stay?.end_at), stay?.final_price]).toEqual([dayFrom(3), dayFrom(10), "700.0"]);
  });

  test("a user moves a stay after a price preview", async () => {
    const rental = await aRental(manager, { name: `Moving House ${size}`, base_rate: "100" });
    await aBooking(manager, rental, { start_at: dayFrom(2), end_at: dayFrom(4) });
    const page = await openCalendar(rental, 2);
    await page.locator("[data-stay]").waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await press(page, dialog.getByRole("button", { name: "Move", exact: true }));
    await typeDay(page, dialog.getByLabel("Departure"), dayFrom(5));
    const prices = dialog.getByRole("radiogroup", { name: "Price after the change" });
    await pick(page, prices, "Keep €200.00");
    await pick(page, prices, "Today’s rates: €300.00 (+€100.00)");
    await look(page, "a move with its prices");
    await press(page, dialog.getByRole("button", { name: "Move stay" }));
    await page.getByText(" moved.").waitFor();
    expect((await staysOf(rental)).map(({ end_at, final_price }) => [day(end_at), final_price])).toEqual([
      [dayFrom(5), "300.0"],
    ]);
  });

  test("a user records a payment", async () => {
    const rental = await aRental(manager, { name: `Paying House ${size}`, base_rate: "100" });
    const stay = await aBooking(manager, rental, { start_at: dayFrom(9), end_at: dayFrom(12) });
    const page = await openBooking(stay);
    await press(page, page.getByRole("button", { name: "Record payment" }));
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Amount in EUR"), "120.50");
    await look(page, "a payment");
    await press(page, dialog.getByRole("button", { name: "Record" }));
    await page.getByText("Payment of €120.50 recorded.").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ payment_left_to_collect: "179.5" });
  });

  test("a user answers a guest's message", async () => {
    const rental = await aRental(manager, { name: `Asked House ${size}`, base_rate: "100" });
    const member = await aGuest(manager, { fullname: `Ada ${size}`, emails: [{ email: "ada@example.com" }] });
    const stay = { start_at: dayFrom(5), end_at: dayFrom(9), client_id: member.id, booked: true, adults: 2 };
    const booking = await aBooking(manager, rental, stay);
    const conversation = await aConversation(manager, { subject: "A question", default_channel: "email" });
    await manager.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: booking.id }] });
    const guest = await aParticipant(manager, conversation, "Client", member);
    await aMessage(manager, conversation, guest, { content: "Is there a cot?", sent_at: `${dayFrom(-1)}T08:00:00Z` });
    const page = await open();
    await goByKeyboard(page, "Inbox");
    await press(page, page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: `Ada ${size}` }));
    await page.getByText("Is there a cot?").waitFor();
    await typeInto(page, page.getByRole("textbox", { name: "Message to the guest" }), "There is one.");
    await look(page, "a conversation with a draft");
    await press(page, page.getByRole("button", { name: "Send" }));
    await page.getByRole("region", { name: "Messages" }).getByText("There is one.").waitFor();
    const sent = recordsOf(await person.get(`/inbox/messages?conversation_id=${conversation.id}`), "messages");
    expect(sent.map(({ content }) => content)).toEqual(["Is there a cot?", "There is one."]);
  });

  test("a user adds a fee after a price preview", async () => {
    const rental = await aRental(manager, { name: `Fee House ${size}`, base_rate: "100" });
    const stay = await aBooking(manager, rental, { start_at: dayFrom(9), end_at: dayFrom(12) });
    const page = await openBooking(stay);
    await press(page, page.getByRole("button", { name: "Add fee" }));
    const dialog = page.getByRole("dialog");
    await choose(page, dialog.getByLabel("Fee"), "Custom fee for this booking");
    await typeInto(page, dialog.getByLabel("Name"), "Boat");
    await typeInto(page, dialog.getByLabel("Amount in EUR"), "12.50");
    await dialog.getByText("Price changes from €300.00 to €312.50.").waitFor();
    await look(page, "a fee with the new total");
    await press(page, dialog.getByRole("button", { name: "Add fee" }));
    await page.getByText("Fee added.").waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ final_price: "312.5" });
  });

  test("a user changes July's prices", async () => {
    const rental = await aRental(manager, {
      ...{ name: `July House ${size}`, base_rate: "100", nightly_rates_managed_externally: true },
    });
    const map = { start_date: dayFrom(0), rates_map: new Array(1000).fill("100").join(",") };
    await manager.put(`/nightly_rate_maps/${rental.id}`, { nightly_rate_maps: [map] });
    const page = await open();
    await goByKeyboard(page, "Rates");
    await choose(page, page.getByRole("combobox", { name: "Rental" }), String(rental.name));
    await page.getByRole("grid", { name: `Nights of ${rental.name}` }).waitFor();
    // The year begins with this month. In July some nights may be over, so use the next July.
    await press(page, page.getByRole("button", { name: "Next year" }));
    const july = page.getByRole("button", { name: /^Select July \d{4}$/ });
    await press(page, july);
    const year = String(/\d{4}/.exec(await july.innerText()));
    await typeInto(page, page.getByLabel("Amount in EUR"), "140");
    await look(page, "a marked month");
    await press(page, page.getByRole("button", { name: "Save 31 nights" }));
    await page.getByText("31 nights saved.").waitFor();
    const { start_date, rates_map } = await read(manager, "nightly_rate_maps", rental.id);
    const first = (Date.parse(`${year}-07-01`) - Date.parse(String(start_date))) / 86_400_000;
    const rates = String(rates_map).split(",").map(Number);
    expect(rates.slice(first - 1, first + 32)).toEqual([100, ...new Array(31).fill(140), 100]);
  });

  test("a user blocks a week", async () => {
    const rental = await aRental(manager, { name: `Blocked House ${size}`, base_rate: "100" });
    const page = await openCalendar(rental, 4);
    for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await pick(page, dialog.getByRole("radiogroup"), "Block");
    await look(page, "nights to block");
    await press(page, dialog.getByRole("button", { name: "Block" }));
    await page.getByText("nights blocked.").waitFor();
    const stays = await staysOf(rental);
    expect(stays.map(({ status, start_at, end_at }) => [status, day(start_at), day(end_at)])).toEqual([
      ["Unavailable", dayFrom(4), dayFrom(11)],
    ]);
  });

  test("a user sees why a stay is refused, and corrects it", async () => {
    const table = await created(manager, "/rates_tables", "rates_tables", { name_en: `Rules ${size}` });
    await created(manager, `/rates_tables/${table.id}/rates_rules`, "rates_rules", {
      ...{ kind: "prevent_if_booked_less_than", always_applied: true, variables: { length: 3, unit: "days" } },
    });
    const settings = { name: `Ruled House ${size}`, base_rate: "100", rates_table_id: table.id };
    const rental = await aRental(manager, settings);
    const page = await open();
    const activations = await countActivations(page);
    await goByKeyboard(page, "Rates");
    await choose(page, page.getByRole("combobox", { name: "Rental" }), String(rental.name));
    if (size === "phone") await choose(page, page.getByRole("combobox", { name: "View" }), "Simulator");
    else await pick(page, page.getByRole("radiogroup", { name: "View" }), "Simulator");
    await typeDay(page, page.getByLabel("Arrival"), dayFrom(1));
    await typeDay(page, page.getByLabel("Departure"), dayFrom(3));
    await page.getByText("No arrivals within 3 days of today. Always.").waitFor();
    await page
      .getByRole("button", { name: /2 nights · 2 guests · €200.00/ })
      .first()
      .waitFor();
    await press(page, page.getByRole("button", { name: "Edit rule" }));
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Length"), "1");
    await dialog.getByText("No arrivals within 1 day of today. Always.").waitFor();
    await look(page, "a rule");
    await press(page, dialog.getByRole("button", { name: "Save rule" }));
    await page.getByText("This stay can be booked.").waitFor();
    expect(await page.getByLabel("Arrival").inputValue()).toBe(shownDay(dayFrom(1)));
    // Arrows pass the other views of Rates on a desktop.
    expect(await activations()).toBeLessThanOrEqual(size === "phone" ? 4 : 9);
  });

  test("a user invites a cleaner for one rental", async () => {
    const house = await service.anAccount();
    const owner = await aMember(service, house, "owner");
    const rental = await aRental(owner, { name: "Mill House" });
    await aRental(owner, { name: "Far Barn" });
    const page = await openConsole(at, owner, { viewport: sizes[size], colorScheme });
    const activations = await countActivations(page);
    await goByKeyboard(page, "Settings");
    await press(page, page.getByRole("link", { name: "People", exact: true }));
    await press(page, page.getByRole("button", { name: "Invite person" }));
    const dialog = page.getByRole("dialog");
    const email = `${size}@example.com`;
    await typeInto(page, dialog.getByLabel("E-mail address"), email);
    await choose(page, dialog.getByLabel("Role"), "Cleaner");
    await press(page, dialog.getByLabel("Mill House"), "Space");
    await look(page, "an invitation");
    await press(page, dialog.getByRole("button", { name: "Send invitation" }));
    await page.getByText(`Invitation sent to ${email}.`).waitFor();
    const { headers } = owner;
    const invited = await fetch(`${service.url}/console/accounts/${house}/invitations`, { headers: { ...headers } });
    expect(await invited.json()).toMatchObject({ invitations: [{ email, role: "cleaner", rentals: [rental.id] }] });
    // A phone has the settings in the sheet "More".
    expect(await activations()).toBeLessThanOrEqual(size === "phone" ? 6 : 5);
  });

  test("a user resends a failed webhook", async () => {
    const shop = await service.anAccount();
    const owner = await aMember(service, shop, "owner");
    const receiver = await aReceiver(Date.now);
    receiver.answers((response) => void response.writeHead(500).end());
    const what = { url: receiver.url, event_types: ["rental.created"], description: "The shop" };
    receiver.holds(String((await createdEndpoint(owner, what)).secret));
    // Changes are published once a client follows them, as the page does.
    const page = await openConsole(at, owner, { viewport: sizes[size], colorScheme });
    const rental = await aRental(owner);
    await expect
      .poll(async () => recordsOf(await owner.get("/webhook_deliveries"), "webhook_deliveries")[0])
      .toMatchObject({ status: 500, record_id: String(rental.id) });
    // No automatic retry is due: the next delivery is the user's own.
    await service.sql("update webhook_messages set given_up_at = now() where account_id = $1", [shop]);
    receiver.answers((response) => void response.writeHead(204).end());
    const activations = await countActivations(page);
    await goByKeyboard(page, "Settings");
    await press(page, page.getByRole("link", { name: "Webhooks", exact: true }));
    await press(page, page.getByRole("link", { name: "The shop" }));
    await look(page, "a failed delivery");
    await press(page, page.getByRole("button", { name: "Resend: rental.created" }));
    await page.getByText("Message resent").waitFor();
    await expect.poll(() => receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.webhookId).toBe(receiver.received[0]?.webhookId);
    // A phone has the settings in the sheet "More".
    expect(await activations()).toBeLessThanOrEqual(size === "phone" ? 5 : 4);
  });
});
