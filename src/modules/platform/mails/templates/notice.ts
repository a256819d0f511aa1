import { defineMail } from "../mail-template.ts";
import { noticePath, noticeValues, noticeWords } from "./notice-words.ts";

/** Tells a member of an event that they chose to hear of. */
export const notice = defineMail("notice", {
  audience: "person",
  values: noticeValues,
  write(values, { t, locale, host, baseUrl }) {
    const { title, text } = noticeWords(values, t, locale);
    return {
      subject: title,
      blocks: [
        { kind: "paragraph", text },
        { kind: "button", label: t(`mails.notice.open.${values.kind}`), url: `${baseUrl}${noticePath(values)}` },
        { kind: "fine", text: t("mails.notice.why", { host }) },
      ],
    };
  },
});
