import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { inquiryCreation } from "../../stays/inquiries/routes.ts";
import { checkHost } from "./check-host.ts";
import { connectBookings, disconnectBookings, lockGuests, namedBookingsBody } from "./connect-bookings.ts";
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
import { previewTemplate } from "./templates/preview-template.ts";
import { renderForBooking, renderTemplate } from "./templates/render-template.ts";
import {
  previewBody,
  renderBody,
  renderedTemplate,
  renderForBookingBody,
  templatePreview,
} from "./templates/rendered-template.ts";
import { updateTemplate } from "./templates/update-template.ts";

const scopes = ["inbox_write"] as const;
const onOne = { on: "one", scopes } as const;

/** The inbox, and the creation of inquiries: it starts conversations, which the inquiries' own module must not know. */
export const inboxRoutes: readonly Route[] = [
  createsUnder(rental, inquiry, { ...inquiryCreation, create: createInquiryWithConversation }),
  ...reads(host),
  creates(host, { scopes, check: checkHost }),
  ...updates(host, { scopes, check: checkHost }),
  ...reads(conversation),
  creates(conversation, {
    scopes,
    description:
      "Conversations created here are not connected to a channel's own messaging: messages are stored, but not relayed.",
    create: createConversation,
  }),
  ...updates(conversation, {
    scopes,
    description:
      "Only assignee_id, closed, default_channel and marked_as_spam can change. Any other subject, source or deadline is refused.",
    refusesFixed: true,
    update: updateConversation,
  }),
  action(conversation, {
    ...onOne,
    method: "PUT",
    path: "connect_booking",
    summary: "Connect bookings to a conversation.",
    description: "Existing connections stay. If one booking is unknown, none is connected.",
    body: namedBookingsBody,
    prepare: lockGuests,
    run: connectBookings,
  }),
  action(conversation, {
    ...onOne,
    method: "PUT",
    path: "disconnect_booking",
    summary: "Disconnect bookings from a conversation.",
    description: "Bookings that are not connected are ignored.",
    body: namedBookingsBody,
    run: disconnectBookings,
  }),
  action(conversation, {
    ...onOne,
    method: "POST",
    path: "render_template",
    summary: "Render a message template for a conversation's guest.",
    description:
      "Renders in the guest's preferred_locale if the template has it, otherwise in the account's default. Nothing is stored or sent. Placeholders for a guest, booking or rental need a token that reads these (403) and a conversation that has one (422).",
    body: renderBody,
    computes: renderedTemplate,
    run: renderTemplate,
  }),
  action(booking, {
    ...onOne,
    method: "POST",
    path: "render_template",
    summary: "Render a message template for a booking's guest.",
    description:
      "Like rendering for a conversation, but needs none. Nobody is assigned to a booking: a placeholder for a host is refused (422).",
    body: renderForBookingBody,
    computes: renderedTemplate,
    run: renderForBooking,
  }),
  action(booking, {
    ...onOne,
    method: "POST",
    path: "preview_template",
    summary: "Preview a template's texts with a booking.",
    description:
      "Renders subject_<locale> and body_<locale>, which need not be saved, in the guest's language. A name without a value is a warning. Nothing is stored or sent.",
    body: previewBody,
    computes: templatePreview,
    run: previewTemplate,
  }),
  ...reads(participant),
  creates(participant, { scopes, check: checkRead, create: createParticipant }),
  ...updates(participant, {
    scopes,
    description: "Only read can change. Another member or conversation is refused.",
    refusesFixed: true,
    check: checkRead,
    prepare: prepareRead,
    update: updateParticipant,
  }),
  ...reads(message),
  creates(message, { scopes, create: createMessage }),
  ...updates(message, {
    scopes,
    description: "The text, author and time never change.",
    prepare: prepareMessage,
    update: updateMessage,
  }),
  action(message, {
    on: "one",
    method: "POST",
    path: "add_attachment",
    scopes,
    summary: "Add attachments to a message.",
    description: "Existing attachments stay. If one attachment is unknown, none is added.",
    body: namedAttachmentsBody,
    prepare: async (context, id) => {
      await prepareMessage(context, id);
    },
    run: addAttachments,
  }),
  ...reads(messageTemplate),
  creates(messageTemplate, { scopes, check: checkPlaceholders }),
  ...updates(messageTemplate, { scopes, check: checkPlaceholders, update: updateTemplate }),
  destroys(messageTemplate, { scopes }),
];
