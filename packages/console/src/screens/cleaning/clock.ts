/** Writes minutes after midnight as a language writes times of day. */
export function clockOf(language: string): (minutes: number) => string {
  const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return (minutes) => format.format(new Date(minutes * 60_000));
}
