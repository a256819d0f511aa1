import Type from "typebox";
import { defineMail } from "../mail-template.ts";

/** Notifies a person that their second factor was switched on or off, in case an attacker did it. */
export const secondFactorChanged = defineMail("second factor changed", {
  audience: "person",
  values: Type.Object({ name: Type.String(), became: Type.Union([Type.Literal("on"), Type.Literal("off")]) }),
  write({ name, became }, { t }) {
    return {
      subject: t(`mails.secondFactorChanged.subject.${became}`),
      blocks: [
        { kind: "paragraph", text: t("mails.hello", { name }) },
        { kind: "paragraph", text: t(`mails.secondFactorChanged.change.${became}`) },
        { kind: "paragraph", text: t("mails.secondFactorChanged.stranger") },
      ],
    };
  },
});
