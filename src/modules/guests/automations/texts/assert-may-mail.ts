import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { readersOf } from "../../inbox/templates/placeholders.ts";
import { namesIn } from "../../inbox/templates/text/check-text.ts";
import { automation } from "../automation.ts";
import { readTexts } from "./write-text.ts";

const { content, effect, recipients } = automation.attributes;
const template = automation.relations.message_template.reference;

/**
 * Ensures that a mail to any address reveals no more than reads do, in any branch of its text's conditions.
 * @throws RequestError 403 for a caller that can't read the text's values
 */
export async function assertMayMail(context: WriteContext, draft: Draft): Promise<void> {
  if (draft.value(effect) !== "mail") return;
  const isNew = draft.changes(content) || draft.changes(template) || draft.changes(recipients) || draft.changes(effect);
  if (!isNew) return;
  for (const text of await textsOf(context, draft)) {
    const names = namesIn(text);
    for (const subject of "problem" in names ? [] : names.subjects) {
      const readers = readersOf[subject];
      if (readers.length > 0 && !mayAny(context.caller.scopes, readers))
        throw insufficientScope(`The ${subject} in the text`, readers);
    }
  }
}

async function textsOf(context: WriteContext, draft: Draft): Promise<readonly string[]> {
  const [own, id] = [draft.value(content), draft.value(template)];
  if (typeof own === "string") return [own];
  const stored = typeof id === "number" ? await readTexts(context, id) : undefined;
  return stored ? [...Object.values(stored.body), ...Object.values(stored.subject)].filter(isText) : [];
}

const isText = (text: unknown): text is string => typeof text === "string";
