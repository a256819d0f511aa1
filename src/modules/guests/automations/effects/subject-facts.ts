import type { BookingOrInquiry } from "../../inbox/booking-or-inquiry.ts";
import { readInquiryFacts } from "../../inbox/templates/facts/inquiry-facts.ts";
import { readBookingFacts, type TemplateFacts } from "../../inbox/templates/facts/template-facts.ts";
import type { EffectContext } from "./effect.ts";

/** Reads the data that a text may show of an action's booking or inquiry. */
export const readSubjectFacts = (context: EffectContext, about: BookingOrInquiry): Promise<TemplateFacts> =>
  "booking" in about ? readBookingFacts(context, about.booking) : readInquiryFacts(context, about.inquiry);
