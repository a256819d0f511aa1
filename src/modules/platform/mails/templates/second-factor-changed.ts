import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";

interface Texts {
  readonly subject: Readonly<Record<"on" | "off", string>>;
  hello(name: string): string;
  readonly on: string;
  readonly off: string;
  readonly stranger: string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: { on: "Signing in now asks for a code", off: "Signing in asks for no code any more" },
    hello: (name) => `Hello ${name},`,
    on: "From now on, signing in to Roost asks for a code of your authenticator application after the password. You were signed out everywhere else. Keep your recovery codes where you find them without your phone.",
    off: "From now on, signing in to Roost asks for your password alone: the second factor was switched off.",
    stranger: "If it was not you, choose a new password and ask whoever runs your Roost for help.",
  },
  de: {
    subject: { on: "Die Anmeldung fragt jetzt nach einem Code", off: "Die Anmeldung fragt nicht mehr nach einem Code" },
    hello: (name) => `Guten Tag ${name},`,
    on: "Von jetzt an fragt Roost bei der Anmeldung nach dem Passwort auch nach einem Code Ihrer Authenticator-App. Überall sonst wurden Sie abgemeldet. Bewahren Sie Ihre Notfallcodes so auf, dass Sie sie ohne Ihr Telefon finden.",
    off: "Von jetzt an genügt bei der Anmeldung an Roost Ihr Passwort: Der zweite Faktor wurde abgeschaltet.",
    stranger:
      "Wenn Sie das nicht waren, wählen Sie ein neues Passwort und bitten Sie um Hilfe, wer Ihr Roost betreibt.",
  },
  fr: {
    subject: { on: "La connexion demande désormais un code", off: "La connexion ne demande plus de code" },
    hello: (name) => `Bonjour ${name},`,
    on: "Désormais, après le mot de passe, Roost demande un code de votre application d’authentification. Vous avez été déconnecté partout ailleurs. Gardez vos codes de secours là où vous les trouverez sans votre téléphone.",
    off: "Désormais, votre mot de passe suffit pour vous connecter à Roost : le second facteur a été désactivé.",
    stranger:
      "Si ce n’était pas vous, choisissez un nouveau mot de passe et demandez de l’aide à qui exploite votre Roost.",
  },
  es: {
    subject: { on: "Ahora se pide un código al iniciar sesión", off: "Ya no se pide un código al iniciar sesión" },
    hello: (name) => `Hola, ${name}:`,
    on: "Desde ahora, después de la contraseña, Roost pide un código de su aplicación de autenticación. Se cerró su sesión en todos los demás sitios. Guarde sus códigos de recuperación donde los encuentre sin su teléfono.",
    off: "Desde ahora basta su contraseña para entrar en Roost: se desactivó el segundo factor.",
    stranger: "Si no fue usted, elija una contraseña nueva y pida ayuda a quien administra su Roost.",
  },
};

/** Tells somebody that their second factor was switched on or off: a stranger could have done it. */
export const secondFactorChanged = defineMail("second factor changed", {
  audience: "person",
  values: Type.Object({ name: Type.String(), became: Type.Union([Type.Literal("on"), Type.Literal("off")]) }),
  write({ name, became }, { language }) {
    const text = texts[language];
    return {
      subject: text.subject[became],
      blocks: [
        { kind: "paragraph", text: text.hello(name) },
        { kind: "paragraph", text: text[became] },
        { kind: "paragraph", text: text.stranger },
      ],
    };
  },
});
