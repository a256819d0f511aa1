import Type from "typebox";
import { defineMail } from "../mail-template.ts";

/** Lets a person with a forgotten password choose another one. */
export const passwordReset = defineMail("password reset", {
  audience: "person",
  link: "sealed",
  values: Type.Object({ name: Type.String() }),
  write({ name }, { t, link }) {
    return {
      subject: t("mails.passwordReset.subject"),
      blocks: [
        { kind: "paragraph", text: t("mails.hello", { name }) },
        { kind: "paragraph", text: t("mails.passwordReset.requested") },
        ...(link === undefined ? [] : [{ kind: "button" as const, label: t("mails.passwordReset.button"), url: link }]),
        { kind: "paragraph", text: t("mails.passwordReset.limit") },
      ],
    };
  },
});
