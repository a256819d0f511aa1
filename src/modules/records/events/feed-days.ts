/** Days that changes are kept in the feed, unless the operator says otherwise (events.md). */
export const usualEventDays = 30;
