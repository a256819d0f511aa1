import { isOfGuest as isInquiryOfGuest } from "../../../stays/inquiries/inquiries-of-guest.ts";

/** SQL: the conversation started with an inquiry of client `$2` of account `$1`. @param conversation SQL of its id */
export const beganWithGuest = (conversation: string): string => `${conversation} in (
    select conversations_inquiries.conversation_id from conversations_inquiries
    join inquiries on inquiries.account_id = $1 and inquiries.id = conversations_inquiries.inquiry_id
    where conversations_inquiries.account_id = $1 and ${isInquiryOfGuest})`;

/** SQL: the conversations with or about client `$2` of account `$1`. */
export const isOfGuest = `(
  conversations.id in (
    select participants.conversation_id from participants where participants.account_id = $1 and participants.client_id = $2)
  or conversations.id in (
    select conversations_bookings.conversation_id from conversations_bookings
    join bookings on bookings.account_id = $1 and bookings.id = conversations_bookings.booking_id
    where conversations_bookings.account_id = $1 and bookings.client_id = $2)
  or ${beganWithGuest("conversations.id")})`;
