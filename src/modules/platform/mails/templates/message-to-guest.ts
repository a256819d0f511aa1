import Type from "typebox";
import { defineMail } from "../mail-template.ts";

/** Forwards a host's message to the guest. */
export const messageToGuest = defineMail("message to guest", {
  audience: "guest",
  values: Type.Object({
    /** The guest's; null if unknown. */
    name: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    /** An e-mail conversation's subject, if it has one; otherwise ours. */
    subject: Type.Union([Type.String(), Type.Null()]),
    reference: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ name, message, subject, reference }, { t, host }) {
    return {
      subject:
        subject ??
        (reference === null
          ? t("mails.messageToGuest.subject", { host })
          : t("mails.messageToGuest.subjectOfBooking", { reference })),
      blocks: [
        ...(name === null ? [] : [{ kind: "paragraph" as const, text: t("mails.hello", { name }) }]),
        { kind: "paragraph", text: t("mails.messageToGuest.wrote", { host }) },
        { kind: "quote", text: message },
      ],
    };
  },
});
