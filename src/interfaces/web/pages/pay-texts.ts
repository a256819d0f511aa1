import type { GuestLanguage } from "../../../core/guest-languages.ts";
import type { BillLine } from "../../../modules/stays/bookings/bill/bill-lines.ts";

/** What the page behind payment_url says, in one language. */
export interface PayTexts {
  /** Of dates and amounts. */
  readonly locale: string;
  readonly skip: string;
  booking(reference: string): string;
  /** What stands between arrival and departure. */
  readonly until: string;
  /** Lines of the bill that have no name of their own. */
  readonly lines: Readonly<Record<BillLine["kind"], string>>;
  readonly total: string;
  readonly paid: string;
  readonly setAside: string;
  readonly left: string;
  readonly underWay: string;
  readonly waiting: string;
  readonly allPaid: string;
  readonly allSetAside: string;
  readonly received: string;
  readonly givenBack: string;
  readonly expired: string;
  readonly canceled: string;
  readonly nothingToPay: string;
  /** Stands before the gateway's own words. */
  readonly refused: string;
  readonly nothingTaken: string;
  readonly noGateway: string;
  pay(amount: string): string;
  readonly testCard: string;
  readonly atGateway: string;
}

const en: PayTexts = {
  locale: "en-GB",
  skip: "Skip to content",
  booking: (reference) => `Booking ${reference}`,
  until: "to",
  lines: { rental: "Rental", fee: "Fee", tax: "Tax", rest: "Agreed otherwise" },
  total: "Total",
  paid: "Paid",
  setAside: "Set aside on your card",
  left: "Left to pay",
  underWay: "Your payment is being processed. This page shows how it ends.",
  waiting:
    "We wait for the payment service to confirm your payment. If you have left its page without paying, you can go on.",
  allPaid: "Everything is paid. Thank you!",
  allSetAside: "The whole amount is set aside on your card, and will be taken later. Thank you!",
  received: "Your payment has been received. Thank you!",
  givenBack: "Your payment has been given back. It may take some days until your bank shows it.",
  expired: "This offer has expired.",
  canceled: "This booking has been canceled.",
  nothingToPay: "Nothing can be paid for it.",
  refused: "Your payment was refused:",
  nothingTaken: "Nothing was taken. You can try again.",
  noGateway: "This booking cannot be paid here. Please ask your host.",
  pay: (amount) => `Pay ${amount}`,
  testCard: "Card for trying out: no money moves",
  atGateway: "You enter your card on the page of our payment service, Stripe, and come back here.",
};

const de: PayTexts = {
  locale: "de-DE",
  skip: "Zum Inhalt springen",
  booking: (reference) => `Buchung ${reference}`,
  until: "bis",
  lines: { rental: "Unterkunft", fee: "Gebühr", tax: "Steuer", rest: "Anders vereinbart" },
  total: "Gesamtbetrag",
  paid: "Bezahlt",
  setAside: "Auf Ihrer Karte reserviert",
  left: "Noch zu zahlen",
  underWay: "Ihre Zahlung wird bearbeitet. Diese Seite zeigt, wie sie ausgeht.",
  waiting:
    "Wir warten darauf, dass der Zahlungsdienst Ihre Zahlung bestätigt. Wenn Sie dessen Seite verlassen haben, ohne zu zahlen, können Sie fortfahren.",
  allPaid: "Alles ist bezahlt. Vielen Dank!",
  allSetAside: "Der ganze Betrag ist auf Ihrer Karte reserviert und wird später eingezogen. Vielen Dank!",
  received: "Ihre Zahlung ist eingegangen. Vielen Dank!",
  givenBack: "Ihre Zahlung wurde zurückgegeben. Es kann einige Tage dauern, bis Ihre Bank sie anzeigt.",
  expired: "Dieses Angebot ist abgelaufen.",
  canceled: "Diese Buchung wurde storniert.",
  nothingToPay: "Für sie kann nichts bezahlt werden.",
  refused: "Ihre Zahlung wurde abgelehnt:",
  nothingTaken: "Es wurde nichts abgebucht. Sie können es noch einmal versuchen.",
  noGateway: "Diese Buchung kann hier nicht bezahlt werden. Bitte wenden Sie sich an Ihren Gastgeber.",
  pay: (amount) => `${amount} zahlen`,
  testCard: "Karte zum Ausprobieren: Es fließt kein Geld",
  atGateway: "Sie geben Ihre Karte auf der Seite unseres Zahlungsdienstes Stripe ein und kommen hierher zurück.",
};

const fr: PayTexts = {
  locale: "fr-FR",
  skip: "Aller au contenu",
  booking: (reference) => `Réservation ${reference}`,
  until: "au",
  lines: { rental: "Location", fee: "Frais", tax: "Taxe", rest: "Convenu autrement" },
  total: "Total",
  paid: "Payé",
  setAside: "Réservé sur votre carte",
  left: "Reste à payer",
  underWay: "Votre paiement est en cours. Cette page en montrera l’issue.",
  waiting:
    "Nous attendons que le service de paiement confirme votre paiement. Si vous avez quitté sa page sans payer, vous pouvez continuer.",
  allPaid: "Tout est payé. Merci !",
  allSetAside: "La totalité du montant est réservée sur votre carte et sera débitée plus tard. Merci !",
  received: "Nous avons bien reçu votre paiement. Merci !",
  givenBack: "Votre paiement a été remboursé. Votre banque peut mettre quelques jours à l’afficher.",
  expired: "Cette offre a expiré.",
  canceled: "Cette réservation a été annulée.",
  nothingToPay: "Rien ne peut être payé pour elle.",
  refused: "Votre paiement a été refusé :",
  nothingTaken: "Rien n’a été débité. Vous pouvez réessayer.",
  noGateway: "Cette réservation ne peut pas être payée ici. Veuillez vous adresser à votre hôte.",
  pay: (amount) => `Payer ${amount}`,
  testCard: "Carte d’essai : aucun argent n’est débité",
  atGateway: "Vous saisissez votre carte sur la page de notre service de paiement, Stripe, puis vous revenez ici.",
};

const es: PayTexts = {
  locale: "es-ES",
  skip: "Saltar al contenido",
  booking: (reference) => `Reserva ${reference}`,
  until: "al",
  lines: { rental: "Alojamiento", fee: "Suplemento", tax: "Impuesto", rest: "Acordado de otro modo" },
  total: "Total",
  paid: "Pagado",
  setAside: "Retenido en su tarjeta",
  left: "Pendiente de pago",
  underWay: "Su pago se está procesando. Esta página mostrará el resultado.",
  waiting:
    "Estamos esperando a que el servicio de pago confirme su pago. Si ha salido de su página sin pagar, puede continuar.",
  allPaid: "Todo está pagado. ¡Gracias!",
  allSetAside: "El importe completo está retenido en su tarjeta y se cobrará más adelante. ¡Gracias!",
  received: "Hemos recibido su pago. ¡Gracias!",
  givenBack: "Su pago ha sido devuelto. Su banco puede tardar unos días en mostrarlo.",
  expired: "Esta oferta ha caducado.",
  canceled: "Esta reserva ha sido cancelada.",
  nothingToPay: "No se puede pagar nada por ella.",
  refused: "Su pago ha sido rechazado:",
  nothingTaken: "No se ha cobrado nada. Puede volver a intentarlo.",
  noGateway: "Esta reserva no se puede pagar aquí. Póngase en contacto con su anfitrión.",
  pay: (amount) => `Pagar ${amount}`,
  testCard: "Tarjeta de prueba: no se mueve dinero",
  atGateway: "Introducirá su tarjeta en la página de nuestro servicio de pago, Stripe, y después volverá aquí.",
};

/** What the page says, by language. */
export const payTexts: Readonly<Record<GuestLanguage, PayTexts>> = { en, de, fr, es };
