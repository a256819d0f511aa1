import { integer, string, text } from "../../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { conversation } from "../conversation.ts";

const reference = () => integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).inputOnly();

/** The attributes of a rendering request. */
export const renderAttributes = {
  message_template_id: reference().required().description("The template."),
  booking_id: reference().description(
    "One of the conversation's bookings; by default the newest that is not canceled.",
  ),
};

/** `{ "conversations": [{ "message_template_id": 3 }] }`. */
export const renderBody = jsonBody(bodyOf(conversation, renderAttributes, "is not accepted here"), { own: true });

/** `{ "bookings": [{ "message_template_id": 3 }] }`. */
export const renderForBookingBody = jsonBody(
  bodyOf(booking, { message_template_id: renderAttributes.message_template_id }, "is not accepted here"),
  { own: true },
);

/** A rendered template, to be edited or sent. Nothing is stored. */
export const renderedTemplate: ComputedAnswer = {
  root: "rendered_templates",
  description: "A template rendered for one guest. Nothing was stored or sent.",
  attributes: {
    message_template_id: integer().readOnly().present().description("The template."),
    locale: string().readOnly().present().description("The language of the texts."),
    subject: string().readOnly().description("The subject; null if the template has none in this language."),
    content: text().readOnly().present().description("The plain text. Escape it before showing it as HTML."),
  },
};
