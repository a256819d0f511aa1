import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const cleaning: Pick<EnglishWords, "cleaning"> = {
  cleaning: {
    before: "Dos semanas antes",
    after: "Dos semanas después",
    print: "Imprimir",
    departure: "Salida",
    arrival: "Próxima llegada",
    between: "Tiempo entre ambas",
    comes: "Quién llega",
    comments: "Comentarios",
    hold: "sin confirmar",
    noTime: "hora desconocida",
    nobody: "nadie por ahora",
    nothing: "Ningún cambio de huéspedes.",
    noRentals: "Todavía no tiene ningún alojamiento a su cargo. Pida a quien le invitó que elija algunos para usted.",
    hours: (hours) => several(hours, "hora", "horas"),
    hoursAndMinutes: (hours, minutes) => `${hours} h ${minutes} min`,
    days: (days) => several(days, "día", "días"),
    adults: (adults) => several(adults, "adulto", "adultos"),
    children: (children) => several(children, "niño", "niños"),
  },
};
