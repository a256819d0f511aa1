import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { aBrowser } from "../web/browser.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole, sizes, type Window } from "./open-console.ts";
import { aTlsProxy } from "./tls-proxy.ts";

/** The inbox in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let account: number;

beforeAll(async () => {
  at = { browser: await aBrowser(), proxy: await aTlsProxy(service.url) };
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner", { name: "Rosa Robles" });
});
afterAll(() => at?.proxy.close());

interface Written {
  readonly conversation: Json;
  readonly guest: Json;
}

/** A guest who has asked something about their stay. */
async function aQuestion(fullname: string, content = "Is there a cot?", settings: Json = {}): Promise<Written> {
  const rental = await aRental(manager, { name: `House of ${fullname}`, base_rate: "100" });
  const member = await aGuest(manager, { fullname, emails: [{ email: "guest@example.com" }], ...settings });
  const dates = { start_at: dayFrom(5), end_at: dayFrom(9) };
  const booking = await aBooking(manager, rental, { ...dates, client_id: member.id, booked: true, adults: 2 });
  const conversation = await aConversation(manager, { subject: `A question of ${fullname}`, default_channel: "email" });
  await manager.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: booking.id }] });
  const guest = await aParticipant(manager, conversation, "Client", member);
  await aMessage(manager, conversation, guest, { content, sent_at: `${dayFrom(-1)}T08:00:00Z` });
  return { conversation, guest };
}

const messagesOf = async ({ conversation }: Written): Promise<Json[]> =>
  recordsOf(await manager.get(`/inbox/messages?conversation_id=${conversation.id}`), "messages");

const conversationOf = async ({ conversation }: Written): Promise<Json> => {
  const [record] = recordsOf(await manager.get(`/inbox/conversations/${conversation.id}`), "conversations");
  return record ?? {};
};

async function openOf(page: Page, fullname: string): Promise<void> {
  await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: fullname }).click();
  await page.getByRole("heading", { level: 2, name: fullname }).waitFor();
}

describe("the inbox", () => {
  test("shows who has written beside their stay, and answers them", async () => {
    const question = await aQuestion("Ada Asking");
    const page = await openConsole(at, person);
    await goTo(page, "Inbox");
    await openOf(page, "Ada Asking");
    await page.getByText("Is there a cot?").waitFor();
    await page.getByRole("complementary", { name: "Stay" }).getByText("House of Ada Asking").waitFor();
    await page.getByRole("textbox", { name: "Message to the guest" }).fill("There is one.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "Messages" }).getByText("There is one.").waitFor();
    expect(await messagesOf(question)).toMatchObject([
      { content: "Is there a cot?" },
      { content: "There is one.", visibility: "external", channel: "email", origin: "service_inbox" },
    ]);
    expect((await conversationOf(question)).read_at).not.toBeNull();
    expect(await page.getByRole("textbox", { name: "Message to the guest" }).inputValue()).toBe("");
    await page.context().close();
  });
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("axe finds nothing in the inbox (%s, %s)", async (size, colorScheme) => {
  await aQuestion(`Axe ${size}`);
  const page = await openConsole(at, person, { viewport: sizes[size], colorScheme });
  await goTo(page, "Inbox");
  await page.getByRole("link", { name: `Axe ${size}` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await openOf(page, `Axe ${size}`);
  await page.getByText("Is there a cot?").waitFor();
  await page.getByText("House of").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { width } = sizes[size];
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.screenshot({ path: `/tmp/inbox-${size}.png` });
  await page.context().close();
});
