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
    unanswered: "Mensajes sin responder",
    reviews: "Reseñas por responder",
    between: (from, until, hours) => `de ${from} a ${until}, ${hours} h`,
    rated: (rating) => `${rating} de 5`,
    more: (count) => `Y ${count} más.`,
    nothing: "Nada.",
  },
};
