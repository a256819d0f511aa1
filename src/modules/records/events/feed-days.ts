/** Days that the feed keeps changes, unless the operator sets another number (events.md). */
export const defaultEventDays = 30;
