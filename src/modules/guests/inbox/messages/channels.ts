/** The channels of messages (the reference, inbox_message_channels). */
export const channels = ["airbnb", "homeaway", "email", "booking-com"] as const;

/** Where a message was written (the reference, inbox_message_origins); `service_inbox` is Roost's own inbox. */
export const origins = [
  "service_inbox",
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

/** internal: for the account's people and the author. external: for everyone who can read the conversation. */
export const visibilities = ["internal", "external"] as const;

/** The scopes that read the inbox's resources. */
export const inboxReaders = ["inbox_read", "inbox_write"] as const;
