import type { PaymentKind } from "../../../money/payments/payment-kinds.ts";

/** Other systems' words for payment methods, without case, accents and separators. Kinds that only gateways cause are not among them. */
const words: Readonly<
  Record<Exclude<PaymentKind, "service" | "instant-booking" | "dispute" | "damage-deposit">, readonly string[]>
> = {
  cash: ["cash", "bar", "barzahlung", "especes", "efectivo", "contanti", "contant", "dinheiro"],
  cheque: ["cheque", "check", "scheck", "assegno"],
  credits: ["credits", "credit", "voucher", "giftcard", "gutschein"],
  "credit-card": [
    ...["creditcard", "card", "debitcard", "visa", "mastercard", "amex", "americanexpress", "stripe", "vcc"],
    ...[
      "virtualcreditcard",
      "kreditkarte",
      "karte",
      "cartebancaire",
      "carte",
      "tarjeta",
      "cartadicredito",
      "cartao",
      "tarjetadecredito",
      "cartaodecredito",
      "eckarte",
      "girocard",
    ],
  ],
  online: [
    "online",
    "airbnb",
    "bookingcom",
    "vrbo",
    "homeaway",
    "expedia",
    "channel",
    "ota",
    "other",
    "klarna",
    "ideal",
  ],
  paypal: ["paypal"],
  "travel-cheque": ["travelcheque", "travellerscheque", "travelerscheck"],
  wiretransfer: [
    ...[
      "wiretransfer",
      "wire",
      "banktransfer",
      "transfer",
      "bank",
      "ach",
      "sepa",
      "eft",
      "uberweisung",
      "bankuberweisung",
    ],
    ...[
      "virement",
      "virementbancaire",
      "transferencia",
      "transferenciabancaria",
      "bonifico",
      "bonificobancario",
      "overschrijving",
      "bankoverschrijving",
    ],
  ],
};

const byWord: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([kind, known]) => known.map((word) => [word, kind] as const)),
);

/** The payment method that a word means. Undefined for an unknown word. */
export function methodOfWord(word: string): string | undefined {
  return byWord.get(
    word
      .normalize("NFD")
      .replace(/[^\p{L}]/gu, "")
      .toLowerCase(),
  );
}
