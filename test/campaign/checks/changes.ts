import { brokenChains } from "../../events/chains.ts";
import { watchedEvents, witnessed } from "../../events/witness.ts";
import { type Check, changesOf } from "./check.ts";

/** Checks that the feed returned every change, once and in order. */
export const checkFeed: Check = async (evidence) => {
  const violations: string[] = [];
  let count = 0;
  for (const market of evidence.markets) {
    const published = (await changesOf(evidence, market)).map(({ id }) => Number(id));
    const received = (evidence.received.get(market) ?? [])
      .map(({ id }) => Number(id))
      .filter((id) => id > evidence.begun);
    count += received.length;
    const [all, seen] = [new Set(published), new Set(received)];
    const missing = published.filter((id) => !seen.has(id));
    if (missing.length > 0)
      violations.push(`Account ${market.account}'s feed omitted ${missing.length} changes, such as ${missing[0]}.`);
    const others = received.filter((id) => !all.has(id));
    if (others.length > 0)
      violations.push(`Account ${market.account}'s feed contained ${others.length} unknown changes.`);
    const order = received.findIndex((id, index) => index > 0 && id <= (received[index - 1] ?? 0));
    if (order >= 0)
      violations.push(
        `Account ${market.account}'s feed returned change ${received[order]} after ${received[order - 1]}.`,
      );
  }
  return { subject: "changes in the feed", count, violations };
};

/** Checks that the changes contain every commit that triggers saw, and that each starts from its predecessor's values. */
export const checkChanges: Check = async (evidence) => {
  const violations: string[] = [];
  let count = 0;
  for (const market of evidence.markets) {
    const events = await changesOf(evidence, market);
    violations.push(
      ...brokenChains(events).map((broken) => `A change does not start from its predecessor's values: ${broken}`),
    );
    const [received, seen] = [watchedEvents(events), await witnessed(evidence.owner, market.account)];
    for (const [record, changes] of seen) {
      count += changes.length;
      if (JSON.stringify(received.get(record) ?? []) !== JSON.stringify(changes))
        violations.push(
          `For ${record} the changes are ${JSON.stringify(received.get(record))}, but the database saw ${JSON.stringify(changes)}.`.slice(
            0,
            1500,
          ),
        );
    }
    for (const record of received.keys())
      if (!seen.has(record)) violations.push(`The changes contain ${record}, which was never changed.`);
  }
  return { subject: "changes as the database saw them", count, violations };
};
