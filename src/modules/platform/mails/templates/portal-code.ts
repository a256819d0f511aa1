import Type from "typebox";
import { defineMail } from "../mail-template.ts";

/** Sends a guest the code for the personal part of the portal (guests.md, Portal). The sealed link contains it. */
export const portalCodeMail = defineMail("portal code", {
  audience: "guest",
  link: "sealed",
  values: Type.Object({ name: Type.Union([Type.String(), Type.Null()]) }),
  write({ name }, { t, link, host }) {
    const code = link === undefined ? undefined : new URL(link).searchParams.get("code");
    return {
      subject: t("mails.portalCode.subject", { host }),
      blocks: [
        { kind: "paragraph", text: name === null ? t("mails.helloNameless") : t("mails.hello", { name }) },
        { kind: "paragraph", text: t("mails.portalCode.asked") },
        ...(code == null
          ? []
          : [{ kind: "lines" as const, rows: [{ label: t("mails.portalCode.code"), value: code, strong: true }] }]),
        ...(link === undefined ? [] : [{ kind: "button" as const, label: t("mails.portalCode.button"), url: link }]),
        { kind: "fine", text: t("mails.portalCode.limit") },
      ],
    };
  },
});
