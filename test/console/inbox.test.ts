import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { accessibilityFaults, dayFrom, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** The inbox in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let account: number;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner", { name: "Rosa Robles" });
});

interface Written {
  readonly conversation: Json;
  readonly guest: Json;
}

/** A guest with a question about their stay. */
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

/** All messages with notes: an application sees only its own notes. */
const messagesOf = async ({ conversation }: Written): Promise<Json[]> =>
  recordsOf(await person.get(`/inbox/messages?conversation_id=${conversation.id}`), "messages");

const conversationOf = async ({ conversation }: Written): Promise<Json> => {
  const [record] = recordsOf(await manager.get(`/inbox/conversations/${conversation.id}`), "conversations");
  return record ?? {};
};

async function openOf(page: Page, fullname: string): Promise<void> {
  await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: fullname }).click();
  await page.getByRole("heading", { level: 2, name: fullname }).waitFor();
}

describe("the inbox", () => {
  test("shows a conversation beside the guest's stay, and sends a reply", async () => {
    const question = await aQuestion("Ada Asking");
    const page = await openConsole(at, person, { path: "/inbox" });
    await openOf(page, "Ada Asking");
    await page.getByText("Is there a cot?").waitFor();
    await page.getByRole("complementary", { name: "Stay" }).getByText("House of Ada Asking").waitFor();
    await page.getByRole("textbox", { name: "Message to the guest" }).fill("There is one.");
    await page.reload();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Message to the guest" }).inputValue())
      .toBe("There is one.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "Messages" }).getByText("There is one.").waitFor();
    expect(await messagesOf(question)).toMatchObject([
      { content: "Is there a cot?" },
      { content: "There is one.", visibility: "external", channel: "email", origin: "service_inbox" },
    ]);
    expect((await conversationOf(question)).read_at).not.toBeNull();
    // The change feed may show the message before the form has its response.
    await expect.poll(() => page.getByRole("textbox", { name: "Message to the guest" }).inputValue()).toBe("");
  });

  test("begins a conversation with a guest who is found by telephone", async () => {
    const guest = await aGuest(manager, { fullname: "Nils Neu", phones: [{ label: "a", number: "+49 30 23125040" }] });
    const page = await openConsole(at, person, { path: "/inbox" });
    await page.getByRole("button", { name: "New message" }).click();
    const dialog = page.getByRole("dialog", { name: "New message" });
    await dialog.getByRole("combobox", { name: "To" }).fill("030 23125040");
    await page.getByRole("option", { name: "Nils Neu" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Write message" }).click();
    await page.getByRole("textbox", { name: "Message to the guest" }).fill("Welcome!");
    await page.getByRole("link", { name: "Nils Neu" }).last().click();
    await page.waitForURL(`**/console/guests?guest=${guest.id}`);
    await page.getByRole("link", { name: "Message" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Message to the guest" }).inputValue()).toBe("Welcome!");
  });

  test("fills in a template in the guest's language, and sends it with a downloadable file", async () => {
    const question = await aQuestion("Françoise Fichier", "Le code ?", { preferred_locale: "fr" });
    const texts = { body_en: "Hello {{guest.firstname}}", body_fr: "Bonjour {{guest.firstname}} à {{rental.name}}" };
    await created(manager, "/inbox/message_templates", "message_templates", { name: "Arrival code", ...texts });
    const page = await openConsole(at, person, { path: "/inbox" });
    await openOf(page, "Françoise Fichier");
    await page.getByRole("combobox", { name: "Insert template" }).selectOption({ label: "Arrival code" });
    await page.getByText("Inserted in French.").waitFor();
    const answer = page.getByRole("textbox", { name: "Message to the guest" });
    expect(await answer.inputValue()).toBe("Bonjour Françoise à House of Françoise Fichier");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Attach file" }).click(),
    ]);
    await chooser.setFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 a plan") });
    await page.getByRole("button", { name: "Remove plan.pdf" }).waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    const file = page.getByRole("link", { name: "plan.pdf" });
    await file.waitFor();
    const { pathname } = new URL((await file.getAttribute("href")) ?? "");
    expect(await (await fetch(service.url + pathname)).text()).toBe("%PDF-1.4 a plan");
    expect((await messagesOf(question)).map(({ content }) => content)).toEqual([
      "Le code ?",
      "Bonjour Françoise à House of Françoise Fichier",
    ]);
  });

  test("assigns, closes, reopens and marks spam, and hides notes from guests", async () => {
    const question = await aQuestion("Bo Busy");
    const page = await openConsole(at, person, { path: "/inbox" });
    await openOf(page, "Bo Busy");
    await page.getByRole("combobox", { name: "Assignee" }).selectOption({ label: "Rosa Robles (you)" });
    await page.getByRole("link", { name: "Mine" }).click();
    await openOf(page, "Bo Busy");
    await page.getByText("Note", { exact: true }).click();
    await page.getByRole("textbox", { name: "Internal note" }).fill("Called back.");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByRole("region", { name: "Messages" }).getByText("Called back.").waitFor();
    expect((await messagesOf(question))[1]).toMatchObject({ visibility: "internal", channel: null });
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    await page.getByText("Conversation closed.").waitFor();
    expect((await conversationOf(question)).closed_at).not.toBeNull();
    await undo(page);
    await page.getByText("Undone.").waitFor();
    expect((await conversationOf(question)).closed_at).toBeNull();
    await page.getByRole("button", { name: "Spam" }).click();
    await page.getByText("Marked as spam.", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Spam" }).click();
    await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: "Bo Busy" }).waitFor();
  });

  test("shows a guest's message without a reload, as unread and unanswered until a reply", async () => {
    const question = await aQuestion("Lia Live");
    const page = await openConsole(at, person, { path: "/inbox" });
    await page.getByRole("link", { name: "Unanswered" }).click();
    const row = page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: "Lia Live" });
    await row.getByText("Unread").waitFor();
    await openOf(page, "Lia Live");
    await page.getByRole("button", { name: "Mark as read" }).click();
    await row.getByText("Unread").waitFor({ state: "detached" });
    const sent_at = `${dayFrom(-1)}T09:00:00Z`;
    await aMessage(manager, question.conversation, question.guest, { content: "And a high chair?", sent_at });
    await page.getByText("And a high chair?").waitFor();
    await page.getByRole("textbox", { name: "Message to the guest" }).fill("Both.");
    await page.getByRole("textbox", { name: "Message to the guest" }).press("Control+Enter");
    await row.waitFor({ state: "detached" });
  });

  test("is hidden from a role that cannot write to guests", async () => {
    const viewer = await aMember(service, account, "viewer");
    const page = await openConsole(at, viewer);
    expect(await page.getByRole("link", { name: "Inbox" }).count()).toBe(0);
  });

  test("has an empty state, and an unknown conversation shows an error", async () => {
    const alone = await aMember(service, await service.anAccount(), "manager");
    const page = await openConsole(at, alone, { path: "/inbox" });
    await page.getByText("No conversations in the last 30 days").waitFor();
    await page.goto(`${new URL(page.url()).origin}/console/inbox?conversation=999999999`);
    await page.getByRole("alert").waitFor();
  });
});
