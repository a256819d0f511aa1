import type { GuestLanguage } from "../../../core/guest-languages.ts";
import type { AnyMailTemplate } from "./mail-template.ts";

type Footers = Readonly<Record<AnyMailTemplate["audience"], (host: string) => string>>;

/** Why somebody gets a mail: the last line of each. */
export const footers: Readonly<Record<GuestLanguage, Footers>> = {
  en: {
    guest: (host) => `${host} sends you this mail about your stay.`,
    person: () => "Roost sent this mail. If you did not expect it, you need not do anything.",
  },
  de: {
    guest: (host) => `${host} schreibt Ihnen wegen Ihres Aufenthalts.`,
    person: () => "Diese Nachricht kommt von Roost. Wenn Sie sie nicht erwartet haben, brauchen Sie nichts zu tun.",
  },
  fr: {
    guest: (host) => `${host} vous écrit au sujet de votre séjour.`,
    person: () => "Ce message vient de Roost. Si vous ne l’attendiez pas, vous n’avez rien à faire.",
  },
  es: {
    guest: (host) => `${host} le escribe sobre su estancia.`,
    person: () => "Este mensaje es de Roost. Si no lo esperaba, no tiene que hacer nada.",
  },
};
