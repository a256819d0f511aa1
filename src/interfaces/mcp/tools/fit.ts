/** Characters of a default answer (agent.md): about two thousand tokens. */
export const maxAnswerLength = 7800;

/** Characters of an answer's records, beside its other members. */
const maxRecordsLength = 7000;

/**
 * The number of leading records that fit a short answer.
 * @param room characters
 * @returns at least one, so that a cursor always advances
 */
export function fitting(records: readonly unknown[], room = maxRecordsLength): number {
  let length = 0;
  for (const [index, record] of records.entries()) {
    length += JSON.stringify(record).length + 1;
    if (length > room) return Math.max(index, 1);
  }
  return records.length;
}
