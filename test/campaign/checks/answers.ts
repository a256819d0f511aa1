import type { Check } from "./check.ts";

/** Checks that no response was unexpected, and that every write got one in the end. */
export const checkAnswers: Check = async ({ ledger }) => {
  const open = ledger.written.filter(({ outcome }) => outcome === "open");
  const count = [...ledger.tallies.values()].reduce((sum, { asked }) => sum + asked, 0);
  const violations = [...ledger.surprises, ...open.map(({ request }) => `${request} never got a response.`)];
  return { subject: "answers", count, violations };
};
