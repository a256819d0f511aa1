import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";

const roles = ["owner", "manager", "accountant", "cleaner", "viewer"] as const;
type Role = (typeof roles)[number];

interface Texts {
  subject(host: string): string;
  readonly roles: Readonly<Record<Role, string>>;
  invites(inviter: string | null, host: string, role: string): string;
  readonly button: string;
  readonly limit: string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: (host) => `You are invited to work for ${host}`,
    roles: { owner: "owner", manager: "manager", accountant: "accountant", cleaner: "cleaner", viewer: "viewer" },
    invites: (inviter, host, role) =>
      inviter === null
        ? `You are invited to work for ${host} with Roost, as ${role}.`
        : `${inviter} invites you to work for ${host} with Roost, as ${role}.`,
    button: "Accept the invitation",
    limit: "The link works once, and for seven days. Do not pass it on: whoever has it can accept in your place.",
  },
  de: {
    subject: (host) => `Einladung zur Zusammenarbeit mit ${host}`,
    roles: {
      owner: "Inhaber",
      manager: "Verwaltung",
      accountant: "Buchhaltung",
      cleaner: "Reinigung",
      viewer: "Einsicht",
    },
    invites: (inviter, host, role) =>
      inviter === null
        ? `Sie sind eingeladen, mit Roost für ${host} zu arbeiten (Rolle: ${role}).`
        : `${inviter} lädt Sie ein, mit Roost für ${host} zu arbeiten (Rolle: ${role}).`,
    button: "Einladung annehmen",
    limit:
      "Der Link gilt einmal und sieben Tage lang. Geben Sie ihn nicht weiter: Wer ihn hat, kann an Ihrer Stelle annehmen.",
  },
  fr: {
    subject: (host) => `Invitation à travailler pour ${host}`,
    roles: {
      owner: "propriétaire",
      manager: "gestion",
      accountant: "comptabilité",
      cleaner: "ménage",
      viewer: "consultation",
    },
    invites: (inviter, host, role) =>
      inviter === null
        ? `Vous êtes invité à travailler pour ${host} avec Roost (rôle : ${role}).`
        : `${inviter} vous invite à travailler pour ${host} avec Roost (rôle : ${role}).`,
    button: "Accepter l’invitation",
    limit:
      "Le lien fonctionne une fois, pendant sept jours. Ne le transmettez pas : qui l’a peut accepter à votre place.",
  },
  es: {
    subject: (host) => `Invitación para trabajar con ${host}`,
    roles: {
      owner: "propietario",
      manager: "gestión",
      accountant: "contabilidad",
      cleaner: "limpieza",
      viewer: "consulta",
    },
    invites: (inviter, host, role) =>
      inviter === null
        ? `Le invitan a trabajar para ${host} con Roost (función: ${role}).`
        : `${inviter} le invita a trabajar para ${host} con Roost (función: ${role}).`,
    button: "Aceptar la invitación",
    limit: "El enlace sirve una vez, durante siete días. No lo comparta: quien lo tenga puede aceptar en su lugar.",
  },
};

/** Invites somebody to work for an account. */
export const invitation = defineMail("invitation", {
  audience: "person",
  link: "sealed",
  values: Type.Object({
    /** Who invites; null when an administrator does. */
    inviter: Type.Union([Type.String(), Type.Null()]),
    role: Type.Enum([...roles]),
  }),
  write({ inviter, role }, { language, host, link }) {
    const text = texts[language];
    return {
      subject: text.subject(host),
      blocks: [
        { kind: "paragraph", text: text.invites(inviter, host, text.roles[role]) },
        ...(link === undefined ? [] : [{ kind: "button" as const, label: text.button, url: link }]),
        { kind: "paragraph", text: text.limit },
      ],
    };
  },
});
