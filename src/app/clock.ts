/** Epoch milliseconds. The one clock beside the database's: whatever needs the time is given it from here. */
export const clock: () => number = Date.now;
