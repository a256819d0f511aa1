import Type from "typebox";
import { integer, string, structure, text } from "../../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { conversation } from "../conversation.ts";
import { messageTemplate } from "./message-template.ts";

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

/** The texts of a preview: those of a template. */
export const previewTexts = { subject: messageTemplate.attributes.subject, body: messageTemplate.attributes.body };

/** `{ "bookings": [{ "subject_en": "…", "body_en": "…" }] }`. */
export const previewBody = jsonBody(bodyOf(booking, previewTexts, "is not accepted here"), { own: true });

/** A name that the texts show without a value. */
export interface Warning {
  readonly part: "subject" | "body";
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
}

const warnings = () =>
  structure<unknown>({
    title: "Array",
    schema: Type.Array(
      Type.Object({
        part: Type.Enum(["subject", "body"]),
        name: Type.String({ description: "Such as rental.city." }),
        line: Type.Integer({ description: "The line of the text, counted from 1." }),
      }),
    ),
    accept: () => problem("is read-only"),
    isValue: Array.isArray,
  })
    .readOnly()
    .present()
    .description("The placeholders that the texts show without a value.");

const texts = {
  locale: string().readOnly().present().description("The language of the texts."),
  subject: string().readOnly().description("The subject; null if the template has none in this language."),
  content: text().readOnly().present().description("The plain text. Escape it before showing it as HTML."),
  warnings: warnings(),
};

/** A rendered template, to be edited or sent. Nothing is stored. */
export const renderedTemplate: ComputedAnswer = {
  root: "rendered_templates",
  description: "A template rendered for one guest. Nothing was stored or sent.",
  attributes: { message_template_id: integer().readOnly().present().description("The template."), ...texts },
};

/** A preview of a template that need not be saved. */
export const templatePreview: ComputedAnswer = {
  root: "template_previews",
  description: "Texts rendered for one booking's guest. Nothing was stored or sent.",
  attributes: texts,
};
