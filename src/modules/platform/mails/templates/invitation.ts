import Type from "typebox";
import { defineMail } from "../mail-template.ts";

const roles = ["owner", "manager", "accountant", "cleaner", "viewer"] as const;
/** Invites a person to an account. */
export const invitation = defineMail("invitation", {
  audience: "person",
  link: "sealed",
  values: Type.Object({
    /** The inviting user; null for an administrator. */
    inviter: Type.Union([Type.String(), Type.Null()]),
    role: Type.Enum([...roles]),
  }),
  write({ inviter, role }, { t, host, link }) {
    const values = { host, role: t(`mails.invitation.roles.${role}`) };
    return {
      subject: t("mails.invitation.subject", { host }),
      blocks: [
        {
          kind: "paragraph",
          text:
            inviter === null
              ? t("mails.invitation.invited", values)
              : t("mails.invitation.invitedBy", { ...values, inviter }),
        },
        ...(link === undefined ? [] : [{ kind: "button" as const, label: t("mails.invitation.button"), url: link }]),
        { kind: "paragraph", text: t("mails.invitation.limit") },
      ],
    };
  },
});
