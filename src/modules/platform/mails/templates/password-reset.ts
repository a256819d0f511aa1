import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";

interface Texts {
  readonly subject: string;
  hello(name: string): string;
  readonly asked: string;
  readonly button: string;
  readonly limit: string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: "Choose a new password",
    hello: (name) => `Hello ${name},`,
    asked: "Somebody, probably you, wants to choose a new password for you at Roost.",
    button: "Choose a new password",
    limit: "The link works once, and for one hour. Until you use it, your password stays as it is.",
  },
  de: {
    subject: "Neues Passwort wählen",
    hello: (name) => `Guten Tag ${name},`,
    asked: "Jemand, vermutlich Sie, möchte für Sie bei Roost ein neues Passwort wählen.",
    button: "Neues Passwort wählen",
    limit: "Der Link gilt einmal und eine Stunde lang. Bis Sie ihn benutzen, bleibt Ihr Passwort, wie es ist.",
  },
  fr: {
    subject: "Choisir un nouveau mot de passe",
    hello: (name) => `Bonjour ${name},`,
    asked: "Quelqu’un, sans doute vous, souhaite choisir un nouveau mot de passe pour votre accès à Roost.",
    button: "Choisir un nouveau mot de passe",
    limit:
      "Le lien fonctionne une fois, pendant une heure. Tant que vous ne l’utilisez pas, votre mot de passe ne change pas.",
  },
  es: {
    subject: "Elegir una contraseña nueva",
    hello: (name) => `Hola, ${name}:`,
    asked: "Alguien, probablemente usted, quiere elegir una contraseña nueva para su acceso a Roost.",
    button: "Elegir una contraseña nueva",
    limit: "El enlace sirve una vez, durante una hora. Mientras no lo use, su contraseña no cambia.",
  },
};

/** Lets somebody who has forgotten their password choose another one. */
export const passwordReset = defineMail("password reset", {
  audience: "person",
  link: "sealed",
  values: Type.Object({ name: Type.String() }),
  write({ name }, { language, link }) {
    const text = texts[language];
    return {
      subject: text.subject,
      blocks: [
        { kind: "paragraph", text: text.hello(name) },
        { kind: "paragraph", text: text.asked },
        ...(link === undefined ? [] : [{ kind: "button" as const, label: text.button, url: link }]),
        { kind: "paragraph", text: text.limit },
      ],
    };
  },
});
