/** The channels of messages (the reference, inbox_message_channels). */
export const channels = ["airbnb", "homeaway", "email", "booking-com"] as const;

/** Where a message comes from (the reference, inbox_message_origins); what is written with this service itself is `service_inbox`. */
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

/** Who may read a message: the account's people and whoever wrote it, or everybody who reads the conversation. */
export const visibilities = ["internal", "external"] as const;

/** What the body of the inbox takes and gives: the scopes of all of its resources. */
export const inboxReaders = ["inbox_read", "inbox_write"] as const;
