import type { Json } from "../harness/client.ts";
import { pairsOf } from "./witness.ts";

/** Values that do not start where the record's previous event left them. @param events in feed order */
export function brokenChains(events: readonly Json[]): string[] {
  const values = new Map<string, unknown>();
  const broken: string[] = [];
  for (const event of events) {
    for (const [name, [before, after]] of Object.entries(pairsOf(event.changes))) {
      if (name === "dates") continue;
      const key = `${event.resource} ${event.record_id} ${name}`;
      if (values.has(key) && JSON.stringify(values.get(key)) !== JSON.stringify(before))
        broken.push(`${key} in ${JSON.stringify(event)}`);
      values.set(key, after);
    }
  }
  return broken;
}
