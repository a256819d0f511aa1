const anHour = 3_600_000;

/** A time some hours ahead, in the API's write format. */
const hoursAhead = (hours: number): string => new Date(Date.now() + hours * anHour).toISOString();

/** An expiry for a hold that outlasts a test. */
export const inAnHour = (): string => hoursAhead(1);
export const inADay = (): string => hoursAhead(24);

/** SQL: a column's time whole days earlier, in UTC. A cluster refuses updates that subtract an interval on the clock of a time zone. */
export const daysBefore = (column: string, days: number): string =>
  `(${column} at time zone 'UTC' - interval '${days} days') at time zone 'UTC'`;

/** The range of Unix seconds from `began` (epoch milliseconds) to now, rounded outwards. */
export const secondsSince = (began: number) => ({
  first: Math.floor(began / 1000),
  last: Math.ceil(Date.now() / 1000),
});

/** Whether a timestamp (ISO 8601, whole seconds) lies between `began` (epoch milliseconds) and now. */
export function isSince(moment: unknown, began: number): boolean {
  const { first, last } = secondsSince(began);
  const reported = Date.parse(String(moment)) / 1000;
  return reported >= first && reported <= last;
}

/** Whether a number of seconds, reported since `began`, leads to a time (Unix seconds). */
export function leadsTo(moment: number, seconds: number, began: number): boolean {
  const { first, last } = secondsSince(began);
  return first + seconds <= moment + 1 && last + seconds >= moment;
}
