import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";

interface Texts {
  subject(guest: string): string;
  wrote(guest: string, host: string): string;
  readonly someone: string;
  readonly booking: string;
  readonly rental: string;
  readonly answer: string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: (guest) => `New message: ${guest}`,
    wrote: (guest, host) => `${guest} has written to ${host}:`,
    someone: "A guest",
    booking: "Booking",
    rental: "Rental",
    answer: "Answer in the inbox of Roost: an answer to this mail does not reach the guest.",
  },
  de: {
    subject: (guest) => `Neue Nachricht: ${guest}`,
    wrote: (guest, host) => `${guest} hat an ${host} geschrieben:`,
    someone: "Ein Gast",
    booking: "Buchung",
    rental: "Unterkunft",
    answer: "Antworten Sie im Posteingang von Roost: Eine Antwort auf diese E-Mail erreicht den Gast nicht.",
  },
  fr: {
    subject: (guest) => `Nouveau message : ${guest}`,
    wrote: (guest, host) => `${guest} a écrit à ${host} :`,
    someone: "Un voyageur",
    booking: "Réservation",
    rental: "Location",
    answer: "Répondez dans la messagerie de Roost : une réponse à ce courriel n’arrive pas au voyageur.",
  },
  es: {
    subject: (guest) => `Nuevo mensaje: ${guest}`,
    wrote: (guest, host) => `${guest} ha escrito a ${host}:`,
    someone: "Un huésped",
    booking: "Reserva",
    rental: "Alojamiento",
    answer: "Responda en el buzón de Roost: una respuesta a este correo no llega al huésped.",
  },
};

/** Tells somebody of the account that a guest has written. */
export const inboxNotification = defineMail("inbox notification", {
  audience: "person",
  values: Type.Object({
    /** The guest's name; null when it is not known. */
    guest: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    rental: Type.Union([Type.String(), Type.Null()]),
    reference: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ guest, message, rental, reference }, { language, host }) {
    const text = texts[language];
    const rows = [
      ...(reference === null ? [] : [{ label: text.booking, value: reference }]),
      ...(rental === null ? [] : [{ label: text.rental, value: rental }]),
    ];
    const heading = text.wrote(guest ?? text.someone, host);
    return {
      subject: text.subject(guest ?? text.someone),
      blocks: [
        { kind: "paragraph", text: heading },
        { kind: "quote", text: message },
        ...(rows.length === 0 ? [] : [{ kind: "lines" as const, rows }]),
        { kind: "paragraph", text: text.answer },
      ],
    };
  },
});
