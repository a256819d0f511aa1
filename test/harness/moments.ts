const anHour = 3_600_000;

/** A moment that lies so many hours ahead, as a write has it. */
const hoursAhead = (hours: number): string => new Date(Date.now() + hours * anHour).toISOString();

/** When a hold ends that lasts as long as a test. */
export const inAnHour = (): string => hoursAhead(1);
export const inADay = (): string => hoursAhead(24);

/** A span of time in seconds of Unix time, from `began` (epoch milliseconds) to now, in whole seconds around both. */
export const secondsSince = (began: number) => ({
  first: Math.floor(began / 1000),
  last: Math.ceil(Date.now() / 1000),
});

/** Whether a moment that the service tells (ISO 8601, whole seconds) lies between `began` (epoch milliseconds) and now. */
export function isSince(moment: unknown, began: number): boolean {
  const { first, last } = secondsSince(began);
  const told = Date.parse(String(moment)) / 1000;
  return told >= first && told <= last;
}

/** Whether a number of seconds, told since `began`, leads from then to a moment (seconds of Unix time). */
export function leadsTo(moment: number, seconds: number, began: number): boolean {
  const { first, last } = secondsSince(began);
  return first + seconds <= moment + 1 && last + seconds >= moment;
}
