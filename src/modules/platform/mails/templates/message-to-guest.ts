import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";

interface Texts {
  subject(host: string, reference: string | null): string;
  hello(name: string): string;
  wrote(host: string): string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: (host, reference) => (reference === null ? `Message from ${host}` : `Message about booking ${reference}`),
    hello: (name) => `Hello ${name},`,
    wrote: (host) => `${host} writes to you:`,
  },
  de: {
    subject: (host, reference) =>
      reference === null ? `Nachricht von ${host}` : `Nachricht zu Ihrer Buchung ${reference}`,
    hello: (name) => `Guten Tag ${name},`,
    wrote: (host) => `${host} schreibt Ihnen:`,
  },
  fr: {
    subject: (host, reference) =>
      reference === null ? `Message de ${host}` : `Message à propos de votre réservation ${reference}`,
    hello: (name) => `Bonjour ${name},`,
    wrote: (host) => `${host} vous écrit :`,
  },
  es: {
    subject: (host, reference) => (reference === null ? `Mensaje de ${host}` : `Mensaje sobre su reserva ${reference}`),
    hello: (name) => `Hola, ${name}:`,
    wrote: (host) => `${host} le escribe:`,
  },
};

/** A message of a host, sent on to the guest by mail. */
export const messageToGuest = defineMail("message to guest", {
  audience: "guest",
  values: Type.Object({
    /** The guest's; null when it is not known. */
    name: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    /** Of an e-mail conversation that has a subject; ours otherwise. */
    subject: Type.Union([Type.String(), Type.Null()]),
    reference: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ name, message, subject, reference }, { language, host }) {
    const text = texts[language];
    return {
      subject: subject ?? text.subject(host, reference),
      blocks: [
        ...(name === null ? [] : [{ kind: "paragraph" as const, text: text.hello(name) }]),
        { kind: "paragraph", text: text.wrote(host) },
        { kind: "quote", text: message },
      ],
    };
  },
});
