import type { EnglishWords } from "../en.ts";

export const screens: Pick<EnglishWords, "screens"> = {
  screens: {
    calendar: "Kalender",
    today: "Heute",
    booking: "Buchung",
    inbox: "Nachrichten",
    rates: "Preise",
    bookings: "Buchungen",
    rentals: "Unterkünfte",
    guests: "Gäste",
    money: "Finanzen",
    reports: "Berichte",
    cleaning: "Reinigung",
    settings: "Einstellungen",
  },
};
