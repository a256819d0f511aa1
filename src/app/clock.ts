/** Epoch milliseconds. The process's only clock, passed to everything that needs the time. */
export const clock: () => number = Date.now;
