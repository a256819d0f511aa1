import type { Check } from "./check.ts";

/** Nobody was answered what nobody should be, and everybody was answered in the end. */
export const checkAnswers: Check = async ({ ledger }) => {
  const open = ledger.written.filter(({ outcome }) => outcome === "open");
  const count = [...ledger.tallies.values()].reduce((sum, { asked }) => sum + asked, 0);
  const violations = [...ledger.surprises, ...open.map(({ request }) => `${request} was never answered.`)];
  return { subject: "answers", count, violations };
};
