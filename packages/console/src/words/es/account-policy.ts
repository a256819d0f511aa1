import type { EnglishWords } from "../en.ts";

export const accountPolicy: Pick<EnglishWords, "accountPolicy"> = {
  accountPolicy: {
    title: "Cancelación",
    hint: "Lo que pagan los huéspedes que cancelan, en cada alojamiento sin condiciones propias. Las reservas ya hechas conservan las condiciones con que se hicieron.",
    none: "Su cuenta no tiene condiciones: donde un alojamiento tampoco las tiene, no se acuerda nada con las reservas nuevas.",
    give: "Dar condiciones a la cuenta",
    dialog: "Condiciones de la cuenta",
    remove: "Quitar las condiciones de la cuenta",
    removed:
      "Se quitaron las condiciones de la cuenta: no se acuerda nada con las reservas nuevas donde un alojamiento no las tiene.",
  },
};
