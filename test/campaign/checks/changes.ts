import { brokenChains } from "../../events/chains.ts";
import { toldOfWatched, witnessed } from "../../events/witness.ts";
import { type Check, changesOf } from "./check.ts";

/** The feed told every change, once and in order. */
export const checkFeed: Check = async (evidence) => {
  const violations: string[] = [];
  let count = 0;
  for (const market of evidence.markets) {
    const published = (await changesOf(evidence, market)).map(({ id }) => Number(id));
    const told = (evidence.told.get(market) ?? []).map(({ id }) => Number(id)).filter((id) => id > evidence.begun);
    count += told.length;
    const [all, seen] = [new Set(published), new Set(told)];
    const missing = published.filter((id) => !seen.has(id));
    if (missing.length > 0)
      violations.push(
        `The feed of account ${market.account} left out ${missing.length} changes, such as ${missing[0]}.`,
      );
    const others = told.filter((id) => !all.has(id));
    if (others.length > 0)
      violations.push(`The feed of account ${market.account} told of ${others.length} changes that are none.`);
    const order = told.findIndex((id, index) => index > 0 && id <= (told[index - 1] ?? 0));
    if (order >= 0)
      violations.push(`The feed of account ${market.account} told change ${told[order]} behind ${told[order - 1]}.`);
  }
  return { subject: "changes in the feed", count, violations };
};

/** Every committed change of what is watched by the database itself is among the changes, and each begins where the one before has ended. */
export const checkChanges: Check = async (evidence) => {
  const violations: string[] = [];
  let count = 0;
  for (const market of evidence.markets) {
    const events = await changesOf(evidence, market);
    violations.push(
      ...brokenChains(events).map((broken) => `A change begins elsewhere than the one before has ended: ${broken}`),
    );
    const [told, seen] = [toldOfWatched(events), await witnessed(evidence.owner, market.account)];
    for (const [record, changes] of seen) {
      count += changes.length;
      if (JSON.stringify(told.get(record) ?? []) !== JSON.stringify(changes))
        violations.push(
          `Of ${record} the changes tell ${JSON.stringify(told.get(record))}, and there were ${JSON.stringify(changes)}.`.slice(
            0,
            1500,
          ),
        );
    }
    for (const record of told.keys())
      if (!seen.has(record)) violations.push(`The changes tell of ${record}, which nobody has changed.`);
  }
  return { subject: "changes as the database saw them", count, violations };
};
