import type { EnglishWords } from "../en.ts";

export const today: Pick<EnglishWords, "today"> = {
  today: {
    arrivals: "Llegadas",
    departures: "Salidas",
    turnovers: "Cambios de huésped",
    inHouse: "Alojados",
    holds: "Opciones que caducan",
    due: "Dinero por cobrar",
    until: (moment) => `hasta el ${moment}`,
    nothing: "Nada.",
  },
};
