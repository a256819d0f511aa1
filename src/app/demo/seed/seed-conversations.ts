import type { Line } from "@roost/demo/content/conversation-texts.ts";
import { textFor } from "@roost/demo/content/texts.ts";
import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import type { PlannedClient } from "@roost/demo/plan/plan-clients.ts";
import type { PlannedConversation } from "@roost/demo/plan/plan-conversations.ts";
import { formatDay } from "../../../core/day.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { InProcessApi } from "./in-process-api.ts";
import { needed, type SeededRental } from "./seed-rental.ts";

/** The records that conversations refer to, by their index in the plan, and hosts by name. */
export interface ConversationParts {
  readonly bookings: readonly { readonly planned: PlannedBooking; readonly id: number }[];
  readonly clients: readonly { readonly planned: PlannedClient; readonly id: number }[];
  readonly rentals: readonly SeededRental[];
  readonly hosts: ReadonlyMap<string, number>;
  /** Finds the conversation that an inquiry started, and its guest. */
  readonly begunBy: (inquiry: number) => Promise<{ conversation: number; guest: number }>;
}

/** A conversation with its guest and host. */
interface Led {
  readonly id: number;
  readonly guest: { readonly participant: number; readonly firstname: string };
  readonly host: { readonly participant: number; readonly firstname: string };
  readonly locale: string;
}

/** Writes the plan's conversations. @returns the ids of the messages that attach the map */
export async function seedConversations(
  counter: InProcessApi,
  planned: readonly PlannedConversation[],
  parts: ConversationParts,
): Promise<number[]> {
  const withMap: number[] = [];
  for (const conversation of planned) {
    const led = await begin(counter.at(conversation.begins), conversation, parts);
    const { script, begins, asksFor } = conversation;
    let sent = begins;
    for (const [index, line] of script.lines.entries()) {
      sent += line.after * 3_600_000;
      // An inquiry creates its own first message.
      if (asksFor && index === 0) continue;
      const message = await write(counter.at(sent), led, line, sent);
      if (line.map) withMap.push(message);
    }
    if (script.isClosed) await close(counter.at(sent), led);
  }
  return withMap;
}

/** Marks a conversation as read and closes it. */
async function close(counter: InProcessApi, { id, host }: Led): Promise<void> {
  await counter.write("PUT", `/inbox/participants/${host.participant}`, { participants: [{ read: true }] });
  await counter.write("PUT", `/inbox/conversations/${id}`, { conversations: [{ closed: true }] });
}

async function begin(counter: InProcessApi, planned: PlannedConversation, parts: ConversationParts): Promise<Led> {
  const booking = parts.bookings[planned.booking];
  const client = booking?.planned.visit && parts.clients[booking.planned.visit.client];
  const rental = booking && parts.rentals[booking.planned.stay.rental];
  if (!client || !rental) throw new Error("The demo plans a conversation for a booking without a guest.");
  const hostId = needed(parts.hosts, rental.data.contact);
  const [hostname = ""] = rental.data.contact.split(" ");
  const { preferred_locale: locale, firstname } = client.planned;
  const { id, guest } = planned.asksFor
    ? await ask(counter, planned, rental.id, client.planned, parts)
    : await open(counter, textFor(planned.script.subject, locale), { booking: booking.id, client: client.id });
  await counter.write("PUT", `/inbox/conversations/${id}`, { conversations: [{ assignee_id: hostId }] });
  const host = await join(counter, id, "Host", hostId);
  return { id, locale, guest: { participant: guest, firstname }, host: { participant: host, firstname: hostname } };
}

async function open(
  counter: InProcessApi,
  subject: string,
  about: { readonly booking: number; readonly client: number },
): Promise<{ id: number; guest: number }> {
  const id = await counter.create("/inbox/conversations", "conversations", { subject, default_channel: "email" });
  await counter.write("PUT", `/inbox/conversations/${id}/connect_booking`, { bookings: [{ id: about.booking }] });
  return { id, guest: await join(counter, id, "Client", about.client) };
}

/** Starts a conversation by an inquiry. The guest's e-mail address identifies the client. */
async function ask(
  counter: InProcessApi,
  { script, asksFor }: PlannedConversation,
  rental: number,
  { firstname, lastname, emails: [first], preferred_locale: locale }: PlannedClient,
  { begunBy }: ConversationParts,
): Promise<{ id: number; guest: number }> {
  if (!asksFor || !first) throw new Error("The demo plans an inquiry without dates or an e-mail address.");
  const inquiry = await counter.create(`/rentals/${rental}/inquiries`, "inquiries", {
    ...{ firstname, lastname, email: first.email, adults: 2 },
    ...{ start_at: formatDay(asksFor.arrival), end_at: formatDay(asksFor.departure) },
    message: script.lines[0] ? textFor(script.lines[0].text, locale) : "",
  });
  const { conversation, guest } = await begunBy(inquiry);
  return { id: conversation, guest };
}

function join(counter: InProcessApi, conversation: number, type: "Client" | "Host", member: number): Promise<number> {
  return counter.create("/inbox/participants", "participants", {
    conversation_id: conversation,
    member_type: type,
    member_id: member,
  });
}

function write(counter: InProcessApi, { id, guest, host, locale }: Led, line: Line, at: number): Promise<number> {
  const isNote = line.from === "note";
  const content = textFor(line.text, isNote ? "en" : locale)
    .replace("{guest}", guest.firstname)
    .replace("{host}", host.firstname);
  return counter.create("/inbox/messages", "messages", {
    content,
    conversation_id: id,
    sender_id: line.from === "guest" ? guest.participant : host.participant,
    origin: line.from === "guest" ? "email" : "service_inbox",
    ...(isNote ? { visibility: "internal" } : { visibility: "external", channel: "email" }),
    sent_at: formatInstant(at),
  });
}
