import { queueMail } from "../../../platform/mails/queue-mail.ts";
import { automatedNotice } from "../../../platform/mails/templates/automated.ts";
import { orNoText } from "../texts/write-text.ts";
import type { Effect } from "./effect.ts";
import { ownText } from "./own-text.ts";
import { readAddressee, referenceOf } from "./read-addressee.ts";

/** Mails the rule's recipients. The guest's data is erased from the mail with the guest. */
export const mailPeople: Effect = async (context, action) => {
  const text = orNoText(await ownText(context, action));
  if (typeof text === "string") return text;
  const { client_id: client, is_demo: isDemo } = await readAddressee(context, action.about);
  if (isDemo) return "no_address";
  for (const address of action.recipients) {
    await queueMail(context, {
      to: { address },
      template: automatedNotice,
      locale: text.locale,
      values: { subject: text.subject, content: text.content, reference: referenceOf(action.about) },
      cause: `automation ${action.id} to ${address}`,
      about: { ...action.about, client },
    });
  }
  return undefined;
};
