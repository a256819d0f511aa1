import type { GuestLanguage } from "../../../../core/guest-languages.ts";

/** What mails about a stay say, in one language. */
export interface StayTexts {
  hello(name: string | null): string;
  confirmedSubject(reference: string, rental: string): string;
  confirmed(host: string): string;
  dueSubject(reference: string): string;
  due(left: string, day: string): string;
  readonly reference: string;
  readonly rental: string;
  readonly arrival: string;
  readonly departure: string;
  /** Stands between a day and an hour. */
  from(hour: string): string;
  until(hour: string): string;
  readonly guests: string;
  people(adults: number, children: number): string;
  readonly lines: { readonly rental: string; readonly fee: string; readonly tax: string; readonly rest: string };
  readonly total: string;
  readonly paid: string;
  readonly left: string;
  readonly pay: string;
  freeUntil(day: string): string;
  costsFrom(day: string, percentage: string): string;
  contact(ways: string): string;
}

const en: StayTexts = {
  hello: (name) => (name === null ? "Hello," : `Hello ${name},`),
  confirmedSubject: (reference, rental) => `Your booking ${reference} is confirmed: ${rental}`,
  confirmed: (host) => `your booking with ${host} is confirmed. We look forward to your stay.`,
  dueSubject: (reference) => `A payment for your booking ${reference} is due`,
  due: (left, day) => `${left} of your booking is still to be paid; it is due on ${day}.`,
  reference: "Booking",
  rental: "Rental",
  arrival: "Arrival",
  departure: "Departure",
  from: (hour) => `from ${hour}`,
  until: (hour) => `until ${hour}`,
  guests: "Guests",
  people: (adults, children) =>
    `${adults} ${adults === 1 ? "adult" : "adults"}${children === 0 ? "" : `, ${children} ${children === 1 ? "child" : "children"}`}`,
  lines: { rental: "Rental", fee: "Fee", tax: "Tax", rest: "Agreed otherwise" },
  total: "Total",
  paid: "Paid",
  left: "Left to pay",
  pay: "See the bill and pay",
  freeUntil: (day) => `You can cancel free of charge until ${day}.`,
  costsFrom: (day, percentage) => `From ${day} on, canceling costs ${percentage} of the total.`,
  contact: (ways) => `Questions? Answer this mail, or reach us here: ${ways}.`,
};

const de: StayTexts = {
  hello: (name) => (name === null ? "Guten Tag," : `Guten Tag ${name},`),
  confirmedSubject: (reference, rental) => `Ihre Buchung ${reference} ist bestätigt: ${rental}`,
  confirmed: (host) => `Ihre Buchung bei ${host} ist bestätigt. Wir freuen uns auf Ihren Aufenthalt.`,
  dueSubject: (reference) => `Eine Zahlung für Ihre Buchung ${reference} ist fällig`,
  due: (left, day) => `Für Ihre Buchung sind noch ${left} zu zahlen, fällig am ${day}.`,
  reference: "Buchung",
  rental: "Unterkunft",
  arrival: "Anreise",
  departure: "Abreise",
  from: (hour) => `ab ${hour}`,
  until: (hour) => `bis ${hour}`,
  guests: "Gäste",
  people: (adults, children) =>
    `${adults} ${adults === 1 ? "Erwachsener" : "Erwachsene"}${children === 0 ? "" : `, ${children} ${children === 1 ? "Kind" : "Kinder"}`}`,
  lines: { rental: "Unterkunft", fee: "Gebühr", tax: "Steuer", rest: "Anders vereinbart" },
  total: "Gesamtbetrag",
  paid: "Bezahlt",
  left: "Noch zu zahlen",
  pay: "Rechnung ansehen und zahlen",
  freeUntil: (day) => `Sie können bis ${day} kostenlos stornieren.`,
  costsFrom: (day, percentage) => `Ab ${day} kostet eine Stornierung ${percentage} des Gesamtbetrags.`,
  contact: (ways) => `Fragen? Antworten Sie auf diese E-Mail, oder erreichen Sie uns hier: ${ways}.`,
};

const fr: StayTexts = {
  hello: (name) => (name === null ? "Bonjour," : `Bonjour ${name},`),
  confirmedSubject: (reference, rental) => `Votre réservation ${reference} est confirmée : ${rental}`,
  confirmed: (host) => `votre réservation auprès de ${host} est confirmée. Nous nous réjouissons de votre séjour.`,
  dueSubject: (reference) => `Un paiement pour votre réservation ${reference} est attendu`,
  due: (left, day) => `Il reste ${left} à payer pour votre réservation ; l’échéance est le ${day}.`,
  reference: "Réservation",
  rental: "Location",
  arrival: "Arrivée",
  departure: "Départ",
  from: (hour) => `à partir de ${hour}`,
  until: (hour) => `jusqu’à ${hour}`,
  guests: "Voyageurs",
  people: (adults, children) =>
    `${adults} ${adults === 1 ? "adulte" : "adultes"}${children === 0 ? "" : `, ${children} ${children === 1 ? "enfant" : "enfants"}`}`,
  lines: { rental: "Location", fee: "Frais", tax: "Taxe", rest: "Convenu autrement" },
  total: "Total",
  paid: "Payé",
  left: "Reste à payer",
  pay: "Voir la facture et payer",
  freeUntil: (day) => `Vous pouvez annuler sans frais jusqu’au ${day}.`,
  costsFrom: (day, percentage) => `À partir du ${day}, une annulation coûte ${percentage} du total.`,
  contact: (ways) => `Des questions ? Répondez à ce courriel ou contactez-nous : ${ways}.`,
};

const es: StayTexts = {
  hello: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
  confirmedSubject: (reference, rental) => `Su reserva ${reference} está confirmada: ${rental}`,
  confirmed: (host) => `su reserva con ${host} está confirmada. Nos alegramos de recibirle.`,
  dueSubject: (reference) => `Hay un pago pendiente de su reserva ${reference}`,
  due: (left, day) => `Quedan ${left} por pagar de su reserva; el plazo vence el ${day}.`,
  reference: "Reserva",
  rental: "Alojamiento",
  arrival: "Llegada",
  departure: "Salida",
  from: (hour) => `a partir de las ${hour}`,
  until: (hour) => `hasta las ${hour}`,
  guests: "Huéspedes",
  people: (adults, children) =>
    `${adults} ${adults === 1 ? "adulto" : "adultos"}${children === 0 ? "" : `, ${children} ${children === 1 ? "niño" : "niños"}`}`,
  lines: { rental: "Alojamiento", fee: "Suplemento", tax: "Impuesto", rest: "Acordado de otro modo" },
  total: "Total",
  paid: "Pagado",
  left: "Pendiente de pago",
  pay: "Ver la cuenta y pagar",
  freeUntil: (day) => `Puede cancelar sin coste hasta el ${day}.`,
  costsFrom: (day, percentage) => `A partir del ${day}, cancelar cuesta el ${percentage} del total.`,
  contact: (ways) => `¿Preguntas? Responda a este correo o contacte con nosotros: ${ways}.`,
};

/** By language. */
export const stayTexts: Readonly<Record<GuestLanguage, StayTexts>> = { en, de, fr, es };
