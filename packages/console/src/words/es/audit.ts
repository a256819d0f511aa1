import type { EnglishWords } from "../en.ts";

export const audit: Pick<EnglishWords, "audit"> = {
  audit: {
    about:
      "Cada cambio de un registro, hecho por personas o por programas. Se muestran los últimos 30 días si no elige otros.",
    resource: "Qué se cambió",
    everything: "Todo",
    record: "Su número",
    actor: "Por quién",
    everybody: "Cualquiera",
    kinds: {
      User: "Personas",
      Application: "Programas",
      AgentToken: "Agentes",
      Job: "El propio servicio",
      Command: "La línea de comandos",
      Database: "La base de datos, a mano",
    },
    from: "Desde",
    to: "Hasta",
    none: "Entonces no se cambió nada.",
    earlier: "Anteriores",
    began: "Con qué empezó",
  },
};
