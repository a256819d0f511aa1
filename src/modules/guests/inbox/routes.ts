import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { inquiryCreation } from "../../stays/inquiries/routes.ts";
import { checkHost } from "./check-host.ts";
import { connectBookings, disconnectBookings, holdGuests, namedBookingsBody } from "./connect-bookings.ts";
import { conversation } from "./conversation.ts";
import { host } from "./host.ts";
import { createInquiryWithConversation } from "./inquiry-conversation.ts";
import { message } from "./message.ts";
import { addAttachments, namedAttachmentsBody } from "./messages/add-attachments.ts";
import { createMessage } from "./messages/create-message.ts";
import { prepareMessage, updateMessage } from "./messages/update-message.ts";
import { participant } from "./participant.ts";
import { createConversation, updateConversation } from "./save-conversation.ts";
import { checkRead, createParticipant, prepareRead, updateParticipant } from "./save-participant.ts";
import { checkPlaceholders, messageTemplate } from "./templates/message-template.ts";
import { renderTemplate } from "./templates/render-template.ts";
import { renderBody, renderedTemplate } from "./templates/rendered-template.ts";

const scopes = ["inbox_write"] as const;
const onConversation = { on: "one", scopes } as const;

/** The inbox; and the creation of inquiries, which begins conversations: a layer below, nobody knows of these. */
export const inboxRoutes: readonly Route[] = [
  createsUnder(rental, inquiry, { ...inquiryCreation, create: createInquiryWithConversation }),
  ...reads(host),
  creates(host, { scopes, check: checkHost }),
  ...updates(host, { scopes, check: checkHost }),
  ...reads(conversation),
  creates(conversation, {
    scopes,
    description:
      "A conversation that is made here is connected to no channel's own messaging: its messages are stored, and none is relayed there.",
    create: createConversation,
  }),
  ...updates(conversation, {
    scopes,
    description:
      "Only assignee_id, closed, default_channel and marked_as_spam can be changed. Another value for the subject, the source or the deadline is refused.",
    refusesFixed: true,
    update: updateConversation,
  }),
  action(conversation, {
    ...onConversation,
    method: "PUT",
    path: "connect_booking",
    summary: "Say that a conversation is about some bookings.",
    description: "Bookings that it is about already stay. One that does not exist refuses all of them.",
    body: namedBookingsBody,
    prepare: holdGuests,
    run: connectBookings,
  }),
  action(conversation, {
    ...onConversation,
    method: "PUT",
    path: "disconnect_booking",
    summary: "Say that a conversation is not about some bookings.",
    description: "Bookings that it is not about change nothing.",
    body: namedBookingsBody,
    run: disconnectBookings,
  }),
  action(conversation, {
    ...onConversation,
    method: "POST",
    path: "render_template",
    summary: "Fill in a message template for the guest of a conversation.",
    description:
      "The texts are in the guest's preferred_locale where the template has one, else in the account's default. Nothing is written or sent. A template that tells of a guest, a booking or a rental takes a token that reads those (403), and a conversation that has one (422).",
    body: renderBody,
    computes: renderedTemplate,
    run: renderTemplate,
  }),
  ...reads(participant),
  creates(participant, { scopes, check: checkRead, create: createParticipant }),
  ...updates(participant, {
    scopes,
    description: "Only read can be changed. Another member or conversation is refused.",
    refusesFixed: true,
    check: checkRead,
    prepare: prepareRead,
    update: updateParticipant,
  }),
  ...reads(message),
  creates(message, { scopes, create: createMessage }),
  ...updates(message, {
    scopes,
    description: "What was written, by whom and when never changes.",
    prepare: prepareMessage,
    update: updateMessage,
  }),
  action(message, {
    on: "one",
    method: "POST",
    path: "add_attachment",
    scopes,
    summary: "Add attachments to a message.",
    description: "Those that it has already stay. One that does not exist refuses all of them.",
    body: namedAttachmentsBody,
    prepare: async (context, id) => {
      await prepareMessage(context, id);
    },
    run: addAttachments,
  }),
  ...reads(messageTemplate),
  creates(messageTemplate, { scopes, check: checkPlaceholders }),
  ...updates(messageTemplate, { scopes, check: checkPlaceholders }),
  destroys(messageTemplate, { scopes }),
];
