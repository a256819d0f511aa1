import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const seasons: Pick<EnglishWords, "ratesTables" | "seasons"> = {
  seasons: {
    list: "Temporadas",
    about:
      "Una noche cuesta la tarifa base por el porcentaje de su temporada; una estancia que empieza en una temporada tiene su duración mínima.",
    onlyRules:
      "Las noches de este alojamiento tienen cada una su precio: las temporadas solo cuentan para las reglas que las nombran.",
    rentals: (count: number) => `Lo que cambia aquí cambia para ${count} alojamientos.`,
    isPrivate: "Esta tabla de tarifas pertenece a un programa y no se puede cambiar aquí.",
    noTable: "Este alojamiento no tiene tabla de tarifas, y por tanto tampoco temporadas.",
    none: "Todavía no hay temporadas: cada noche cuesta la tarifa base.",
    grid: (rental: string) => `Temporadas de ${rental}`,
    noSeason: "sin temporada",
    add: "Añadir una temporada",
    change: "Cambiar la temporada",
    changeOf: (name: string) => `Cambiar ${name}`,
    name: "Nombre",
    ratio: "Porcentaje de la tarifa base",
    ratioHint: "100 es la propia tarifa base.",
    shortest: "Estancia mínima en noches",
    save: "Guardar la temporada",
    saved: "La temporada se ha guardado.",
    remove: "Quitar la temporada",
    removeTitle: (name: string) => `¿Quitar ${name}?`,
    removing: (periods: number, rules: number) =>
      `Sus periodos (${periods}) se quitan con ella, y se retira de ${several(rules, "regla", "reglas")}. Esto no se puede deshacer.`,
    removed: "La temporada se ha quitado.",
    noPeriod: "No tiene ningún periodo, así que no cuenta para ninguna noche.",
    changePeriodOf: (name: string, nights: string) => `${name}: ${nights}`,
    periodOf: (name: string) => `Un periodo de ${name}`,
    savePeriod: "Guardar el periodo",
    periodSaved: "El periodo ha cambiado.",
    removePeriod: "Quitar",
    periodRemoved: "El periodo se ha quitado.",
    repeat: "También un año después",
    repeated: "Se han añadido los mismos días del año siguiente.",
    season: "Temporada",
    put: "Añadir las noches",
    periodAdded: "Las noches pertenecen a la temporada.",
    changeUnder: (date: string) => `Cambiar el periodo del ${date}`,
    overlaps: (name: string, first: string, last: string) =>
      `Estas noches ya pertenecen a ${name} (${first} – ${last}).`,
    terms: (percent: number, nights: number) =>
      `${percent} % de la tarifa base, al menos ${several(nights, "noche", "noches")}`,
  },
  ratesTables: {
    written: "Podrá recibir una cuando sus noches ya no tengan precio una a una.",
    make: "Crear una tabla de tarifas",
    existing: "O una de estas",
    choose: "Elegir una tabla",
    use: "Usar esta",
    made: "El alojamiento tiene su propia tabla de tarifas.",
  },
};
