/** The channels of messages (the reference, inbox_message_channels). */
export const channels = ["airbnb", "homeaway", "email", "booking-com"] as const;

/** The place where a message was written (the reference, inbox_message_origins); `service_inbox` is Roost's own inbox, `guest_portal` the guest's page. */
export const origins = [
  "service_inbox",
  "guest_portal",
  "airbnb_message",
  "airbnb_email",
  "booking-com",
  "homeaway",
  "tripadvisor",
  "email",
  "messenger",
  "whatsapp",
  "inquiry",
  "sms",
] as const;

/** The origin of messages that guests write on their portal (guests.md, Portal). */
export const portalOrigin = "guest_portal";

/** internal: for the account's people and the author. external: for everyone who can read the conversation. */
export const visibilities = ["internal", "external"] as const;

/** The scopes that read the inbox's resources. */
export const inboxReaders = ["inbox_read", "inbox_write"] as const;
