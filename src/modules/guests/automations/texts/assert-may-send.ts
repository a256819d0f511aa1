import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { assertMayShow } from "../../inbox/templates/assert-may-show.ts";
import { automation } from "../automation.ts";
import { readTexts } from "./write-text.ts";

const { content, delivery, effect, recipients } = automation.attributes;
const template = automation.relations.message_template.reference;

/**
 * Ensures that a rule's text in a mail to any address, in a task or in a conversation reveals no more than reads do.
 * @throws RequestError 403 for a caller that can't read the text's values
 */
export async function assertMaySend(context: WriteContext, draft: Draft): Promise<void> {
  if (!isReadByOthers(draft)) return;
  const isNew = [content, delivery, effect, recipients, template].some((attribute) =>
    draft.changes<unknown>(attribute),
  );
  if (isNew) assertMayShow(context, await textsOf(context, draft));
}

/** A note is for the account's own people, and a mail to the guest for the guest. */
function isReadByOthers(draft: Draft): boolean {
  const kind = draft.value(effect);
  return kind === "mail" || kind === "task" || (kind === "message" && draft.value(delivery) === "conversation");
}

async function textsOf(context: WriteContext, draft: Draft): Promise<readonly string[]> {
  const [own, id] = [draft.value(content), draft.value(template)];
  if (typeof own === "string") return [own];
  const stored = typeof id === "number" ? await readTexts(context, id) : undefined;
  return stored ? [...Object.values(stored.body), ...Object.values(stored.subject)].filter(isText) : [];
}

const isText = (text: unknown): text is string => typeof text === "string";
