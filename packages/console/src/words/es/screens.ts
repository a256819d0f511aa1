import type { EnglishWords } from "../en.ts";

export const screens: Pick<EnglishWords, "screens"> = {
  screens: {
    calendar: "Calendario",
    today: "Hoy",
    booking: "Reserva",
    inbox: "Mensajes",
    rates: "Tarifas",
    bookings: "Reservas",
    rentals: "Alojamientos",
    guests: "Huéspedes",
    money: "Finanzas",
    reports: "Informes",
    cleaning: "Limpieza",
    settings: "Ajustes",
  },
};
