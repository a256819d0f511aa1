/** The states of bookings in files (docs/guides/import.md). */
export const statusNames = ["booked", "tentative", "unavailable", "canceled"] as const;
export type StatusName = (typeof statusNames)[number];

/** Other systems' words by state, without case and separators. */
const words: Readonly<Record<StatusName, readonly string[]>> = {
  booked: [
    ...[
      "booked",
      "confirmed",
      "ok",
      "reserved",
      "accepted",
      "approved",
      "active",
      "new",
      "modified",
      "paid",
      "definite",
    ],
    ...[
      "checkedin",
      "checkedout",
      "inhouse",
      "completed",
      "finished",
      "past",
      "pastguest",
      "currentlyhosting",
      "arrivingsoon",
    ],
    ...[
      "bestatigt",
      "gebucht",
      "confirme",
      "confirmee",
      "reservee",
      "confirmada",
      "confirmado",
      "confermata",
      "confermato",
      "bevestigd",
    ],
  ],
  tentative: [
    "tentative",
    "option",
    "optional",
    "hold",
    "onhold",
    "held",
    "pending",
    "open",
    "request",
    "requested",
    "awaitingpayment",
    "provisional",
    "vorgemerkt",
  ],
  unavailable: [
    ...[
      "unavailable",
      "blocked",
      "block",
      "closed",
      "maintenance",
      "owner",
      "ownerstay",
      "ownerblock",
      "ownerreservation",
      "notavailable",
    ],
    ...["gesperrt", "eigennutzung", "bloque", "bloqueado", "bloccato", "geblokkeerd"],
  ],
  canceled: [
    ...[
      "canceled",
      "cancelled",
      "cancelado",
      "cancelada",
      "annule",
      "annulee",
      "annullata",
      "annullato",
      "geannuleerd",
      "storniert",
    ],
    ...[
      "cancelledbyguest",
      "canceledbyguest",
      "cancelledbyhost",
      "canceledbyhost",
      "cancelledbypartner",
      "noshow",
      "declined",
      "rejected",
      "expired",
      "denied",
      "refused",
    ],
  ],
};

const byWord: ReadonlyMap<string, StatusName> = new Map(
  statusNames.flatMap((status) => words[status].map((word) => [word, status] as const)),
);

/** The state that a word means; case, accents and separators do not matter. Undefined for an unknown word. */
export function statusOfWord(word: string): StatusName | undefined {
  return byWord.get(
    word
      .normalize("NFD")
      .replace(/[^\p{L}]/gu, "")
      .toLowerCase(),
  );
}
