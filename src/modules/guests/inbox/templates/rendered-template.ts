import { integer, string, text } from "../../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import { conversation } from "../conversation.ts";

const reference = () => integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).inputOnly();

/** What a rendering is asked with. */
export const asked = {
  message_template_id: reference().required().description("The template."),
  booking_id: reference().description(
    "A booking that the conversation is about; the newest that is not canceled unless told.",
  ),
};

/** `{ "conversations": [{ "message_template_id": 3 }] }`. */
export const renderBody = jsonBody(bodyOf(conversation, asked, "is not known here"), { own: true });

/** A template with everything filled in, to be sent or changed first: nothing was written. */
export const renderedTemplate: ComputedAnswer = {
  root: "rendered_templates",
  description: "A template as it reads for one guest. Nothing has changed, and nothing was sent.",
  attributes: {
    message_template_id: integer().readOnly().present().description("The template."),
    locale: string().readOnly().present().description("The language of the texts."),
    subject: string().readOnly().description("The subject; null where the template has none in this language."),
    content: text().readOnly().present().description("The text, plain: whoever shows it as HTML escapes it."),
  },
};
