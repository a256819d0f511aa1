import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { readersOf } from "./placeholders.ts";
import { namesIn } from "./text/check-text.ts";

/**
 * Ensures that texts which others get reveal no more than reads do, in any branch of their conditions.
 * @throws RequestError 403 for a caller that can't read the texts' values
 */
export function assertMayShow({ caller }: WriteContext, texts: readonly string[]): void {
  for (const text of texts) {
    const names = namesIn(text);
    for (const subject of "problem" in names ? [] : names.subjects) {
      const readers = readersOf[subject];
      if (readers.length > 0 && !mayAny(caller.scopes, readers))
        throw insufficientScope(`The ${subject} in the text`, readers);
    }
  }
}
