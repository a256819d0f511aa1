import type { EnglishWords } from "../en.ts";

export const rentalLinks: Pick<EnglishWords, "rentalLinks"> = {
  rentalLinks: {
    title: "Vínculos",
    hint: "Los alojamientos vinculados no se pueden vender a la vez, como una villa y un apartamento dentro de ella: lo que se reserva en uno bloquea las mismas noches en los demás.",
    none: "Ningún otro alojamiento está vinculado con este.",
    link: "Vincular con otros alojamientos",
    linked: "Están vinculados: lo que se reserva en uno bloquea los demás.",
    which: (count: number) => `No vender a la vez: ${count} elegidos`,
    unlink: "Desvincular",
    unlinkOf: (names: string) => `Desvincular: ${names}`,
    unlinkNow: "Sí, desvincular",
    unlinking: (names: string) =>
      `Las noches bloqueadas por reservas futuras vuelven a estar libres en este alojamiento y en ${names}. Para vincularlos de nuevo, ninguno puede tener reservas en las mismas noches que otro.`,
    unlinked: "Ya no están vinculados.",
    add: "Añadir un alojamiento",
    nameHint: "De 3 a 40 caracteres; todo lo demás puede seguir.",
    made: (name: string) => `Se ha añadido ${name}.`,
  },
};
