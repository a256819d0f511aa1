import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const lengths: Pick<EnglishWords, "lengths"> = {
  lengths: {
    about: "Lo que cuesta una noche con cargos e impuestos, según la llegada y la duración.",
    refusedKey: "Rechazada por una regla o sin precio",
    takenKey: "Noches ocupadas",
    none: "No hay duraciones que mostrar: el alojamiento no tiene precios.",
    monthBack: "Un mes atrás",
    monthOn: "Un mes adelante",
    guests: "Huéspedes",
    guestsFrom: (from: number, to: number) =>
      from === to ? several(from, "huésped", "huéspedes") : `De ${from} a ${to} huéspedes`,
    grid: (rental: string, month: string) => `Duraciones de estancia en ${rental}, ${month}`,
    nights: "Noches",
    stay: (date: string, nights: number) => `${date}, ${several(nights, "noche", "noches")}`,
    refused: (stay: string) => `${stay}: no se puede reservar`,
    taken: (stay: string) => `${stay}: hay noches ocupadas`,
    costs: (stay: string, total: string, night: string) => `${stay}: ${total}, ${night} por noche`,
  },
};
