import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** Messages and change requests of a guest. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const messagesOf = async ({ client }: Portal) => recordsOf(await client.get("/inbox/messages"), "messages");

test("a guest's message starts one conversation about the booking, and a repeated form sends nothing", async () => {
  const portal = await aPortal(service);
  const { path, client, booking } = portal;
  const browser = await verified(service, mailer, portal);
  const text = "Is there <b>parking</b>?";
  await Promise.all([1, 2, 3].map(() => browser.post(`${path}/message`, { text })));
  await browser.post(`${path}/message`, { text: "And a cot?" });
  const messages = await messagesOf(portal);
  expect(messages.map(({ content, origin, visibility }) => [content, origin, visibility])).toEqual([
    [text, "guest_portal", "external"],
    ["And a cot?", "guest_portal", "external"],
  ]);
  const conversations = recordsOf(await client.get(`/inbox/conversations?include=bookings`), "conversations");
  expect(conversations).toHaveLength(1);
  expect(JSON.stringify(conversations[0])).toContain(String(booking.id));
  const page = await browser.get(path);
  expect(page.text).toContain("Is there &lt;b&gt;parking&lt;/b&gt;?");
  expect(page.text).not.toContain("<b>parking");
});

test("mails the host's answer to the guest and shows it on the page", async () => {
  const portal = await aPortal(service);
  const { client, path } = portal;
  const browser = await verified(service, mailer, portal);
  await browser.post(`${path}/message`, { text: "Hello" });
  const [first] = await messagesOf(portal);
  const conversation = JSON.parse(JSON.stringify(first?.links)).conversation;
  const [host] = recordsOf(
    await client.post("/hosts", {
      hosts: [{ firstname: "Rosa", lastname: "Robles", email: "rosa@robles.example" }],
    }),
    "hosts",
  );
  const seat = await client.post("/inbox/participants", {
    participants: [{ conversation_id: conversation, member_id: host?.id, member_type: "Host" }],
  });
  const [sender] = recordsOf(seat, "participants");
  await client.post("/inbox/messages", {
    messages: [
      {
        ...{ conversation_id: conversation, sender_id: sender?.id, content: "Welcome!", origin: "service_inbox" },
        ...{ visibility: "external", sent_at: new Date().toISOString() },
      },
    ],
  });
  await until(() => mailer.sent.some(({ to, text }) => to.address === portal.address && text.includes("Welcome!")));
  expect(wordsOf(await browser.get(path))).toContain("Welcome!");
});

test("a change request reaches the inbox in the host's language", async () => {
  const portal = await aPortal(service);
  const browser = await verified(service, mailer, portal);
  const wish = { arrival: "2090-01-05", departure: "2090-01-09", guests: "3", text: "If possible\r\nplease" };
  await browser.post(`${portal.path}/change`, wish);
  await browser.post(`${portal.path}/change`, { arrival: "tomorrow", guests: "<script>" });
  expect((await messagesOf(portal)).map(({ content }) => content)).toEqual([
    "Change request\nNew arrival: 2090-01-05\nNew departure: 2090-01-09\nNumber of guests: 3\n\nIf possible\nplease",
  ]);
});
