import type { BookingOrInquiry } from "../../inbox/booking-or-inquiry.ts";
import { readInquiryFacts } from "../../inbox/templates/facts/inquiry-facts.ts";
import { readBookingFacts, type TemplateFacts } from "../../inbox/templates/facts/template-facts.ts";
import type { EffectContext } from "./effect.ts";

/** Reads what a text may show of the booking or the inquiry that an action is about. */
export const readSubjectFacts = (context: EffectContext, about: BookingOrInquiry): Promise<TemplateFacts> =>
  "booking" in about ? readBookingFacts(context, about.booking) : readInquiryFacts(context, about.inquiry);
