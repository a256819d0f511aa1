import Type from "typebox";
import { defineMail } from "../mail-template.ts";
import { dayIn } from "../mail-words.ts";

/** Notifies an account's owners of a disabled webhook endpoint. */
export const webhookDisabled = defineMail("webhook disabled", {
  audience: "person",
  values: Type.Object({
    application: Type.String(),
    /** Host and port. */
    server: Type.String(),
    reason: Type.Enum(["failing", "gone"]),
    /** A day; null if unknown. */
    since: Type.Union([Type.String(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ application, server, reason, since, error }, { t, locale }) {
    const values = { application, server };
    const failing =
      since === null
        ? t("mails.webhookDisabled.failing", values)
        : t("mails.webhookDisabled.failingSince", { ...values, since: dayIn(locale, since) });
    return {
      subject: t("mails.webhookDisabled.subject", { server }),
      blocks: [
        {
          kind: "paragraph",
          text: reason === "gone" ? t("mails.webhookDisabled.gone", values) : failing,
        },
        ...(error === null
          ? []
          : [{ kind: "lines" as const, rows: [{ label: t("mails.webhookDisabled.lastError"), value: error }] }]),
        { kind: "paragraph", text: t("mails.webhookDisabled.next") },
      ],
    };
  },
});
