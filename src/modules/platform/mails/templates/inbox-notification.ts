import Type from "typebox";
import { defineMail } from "../mail-template.ts";

/** Notifies a member of a guest's message. */
export const inboxNotification = defineMail("inbox notification", {
  audience: "person",
  values: Type.Object({
    /** The guest's name; null if unknown. */
    guest: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    rental: Type.Union([Type.String(), Type.Null()]),
    reference: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ guest, message, rental, reference }, { t, host }) {
    const name = guest ?? t("mails.inboxNotification.namelessGuest");
    const rows = [
      ...(reference === null ? [] : [{ label: t("mails.inboxNotification.booking"), value: reference }]),
      ...(rental === null ? [] : [{ label: t("mails.inboxNotification.rental"), value: rental }]),
    ];
    return {
      subject: t("mails.inboxNotification.subject", { guest: name }),
      blocks: [
        { kind: "paragraph", text: t("mails.inboxNotification.wrote", { guest: name, host }) },
        { kind: "quote", text: message },
        ...(rows.length === 0 ? [] : [{ kind: "lines" as const, rows }]),
        { kind: "paragraph", text: t("mails.inboxNotification.reply") },
      ],
    };
  },
});
