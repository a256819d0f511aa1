/** The id of the record that a rule's message is about. */
export type BookingOrInquiry = { readonly booking: number } | { readonly inquiry: number };
