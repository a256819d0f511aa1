/** Data: the owners of rentals, and the managers' message templates. */
import type { Texts } from "./texts.ts";

/** A rental's owner. */
export interface DemoOwner {
  readonly firstname: string;
  readonly lastname: string;
  readonly address1: string;
  readonly city: string;
  readonly zip: string;
  readonly country_code: string;
  readonly spoken_languages: readonly string[];
  /** The names of the owner's rentals. */
  readonly rentals: readonly string[];
}

export const owners: readonly DemoOwner[] = [
  {
    firstname: "Hélène",
    lastname: "Aubanel",
    address1: "14 rue du Temple",
    city: "Aix-en-Provence",
    zip: "13100",
    country_code: "FR",
    spoken_languages: ["fr", "en"],
    rentals: ["La Bastide aux Amandiers", "Bastide aux Amandiers: La Tour", "Bastide aux Amandiers: L'Orangerie"],
  },
  {
    firstname: "Ueli",
    lastname: "Gerber",
    address1: "Kramgasse 31",
    city: "Bern",
    zip: "3011",
    country_code: "CH",
    spoken_languages: ["de", "fr", "en"],
    rentals: ["Chalet Eigerblick"],
  },
  {
    firstname: "Rosemary",
    lastname: "Tregenza",
    address1: "3 Fore Street",
    city: "Truro",
    zip: "TR1 2PD",
    country_code: "GB",
    spoken_languages: ["en"],
    rentals: ["Sail Loft Cottage"],
  },
];

/** A message template, with placeholders (docs/concepts/inbox.md). */
export const templates: readonly { readonly name: string; readonly subject: Texts; readonly body: Texts }[] = [
  {
    name: "Before arrival",
    subject: {
      en: "Your arrival at {{rental.name}}",
      fr: "Votre arrivée : {{rental.name}}",
      de: "Ihre Anreise: {{rental.name}}",
      it: "Il suo arrivo: {{rental.name}}",
      es: "Su llegada: {{rental.name}}",
    },
    body: {
      en: "Dear {{guest.firstname}},\n\nWe look forward to seeing you on {{booking.arrival}}, from {{booking.arrival_time}}. Your booking is {{booking.reference}}.\n\n{{account.name}}",
      fr: "Bonjour {{guest.firstname}},\n\nnous nous réjouissons de vous accueillir le {{booking.arrival}}, à partir de {{booking.arrival_time}}. Votre réservation : {{booking.reference}}.\n\n{{account.name}}",
      de: "Guten Tag {{guest.firstname}},\n\nwir freuen uns auf Sie am {{booking.arrival}}, ab {{booking.arrival_time}}. Ihre Buchung: {{booking.reference}}.\n\n{{account.name}}",
      it: "Buongiorno {{guest.firstname}},\n\nla aspettiamo il {{booking.arrival}}, dalle {{booking.arrival_time}}. La sua prenotazione: {{booking.reference}}.\n\n{{account.name}}",
      es: "Hola {{guest.firstname}}:\n\nle esperamos el {{booking.arrival}}, a partir de las {{booking.arrival_time}}. Su reserva: {{booking.reference}}.\n\n{{account.name}}",
    },
  },
  {
    name: "After the stay",
    subject: { en: "Thank you!", fr: "Merci !", de: "Vielen Dank!", it: "Grazie!", es: "¡Gracias!" },
    body: {
      en: "Dear {{guest.firstname}},\n\nThank you for your stay in {{rental.city}}. We would love to hear how you liked it.\n\n{{account.name}}",
      fr: "Bonjour {{guest.firstname}},\n\nmerci pour votre séjour à {{rental.city}}. Nous serions heureux de lire votre avis.\n\n{{account.name}}",
      de: "Guten Tag {{guest.firstname}},\n\nvielen Dank für Ihren Aufenthalt in {{rental.city}}. Wir freuen uns zu lesen, wie es Ihnen gefallen hat.\n\n{{account.name}}",
      it: "Buongiorno {{guest.firstname}},\n\ngrazie per il suo soggiorno a {{rental.city}}. Ci farebbe piacere sapere come si è trovato.\n\n{{account.name}}",
      es: "Hola {{guest.firstname}}:\n\ngracias por su estancia en {{rental.city}}. Nos alegrará leer qué le ha parecido.\n\n{{account.name}}",
    },
  },
];
