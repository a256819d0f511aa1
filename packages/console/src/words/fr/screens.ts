import type { EnglishWords } from "../en.ts";

export const screens: Pick<EnglishWords, "screens"> = {
  screens: {
    calendar: "Calendrier",
    today: "Aujourd’hui",
    booking: "Réservation",
    inbox: "Messages",
    rates: "Tarifs",
    bookings: "Réservations",
    rentals: "Locations",
    guests: "Clients",
    money: "Finances",
    reports: "Rapports",
    cleaning: "Ménage",
    settings: "Réglages",
  },
};
