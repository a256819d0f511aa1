import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const rates: Pick<EnglishWords, "rates"> = {
  rates: {
    view: "Qué mostrar",
    views: { nights: "Noches" },
    grid: (rental) => `Noches de ${rental}`,
    markMonth: (month) => `Seleccionar ${month}`,
    noPrice: "sin precio",
    yearBack: "Un año atrás",
    yearOn: "Un año adelante",
    followsTitle: "Estos precios siguen la tarifa base y las temporadas",
    follows: (base) =>
      `Una noche cuesta la tarifa base de ${base} multiplicada por el porcentaje de su temporada. Para cambiar noches sueltas, dé a cada una su precio: empiezan con el precio actual y dejan de seguir la tarifa base y las temporadas.`,
    takeOver: "Fijar el precio noche a noche",
    takenOver: "Cada noche tiene ahora su precio.",
    firstNight: "Primera noche",
    lastNight: "Última noche",
    weekdays: "Días de la semana",
    change: "Precio",
    hows: { set: "Fijar en", percent: "Subir en porcentaje", amount: "Subir un importe" },
    percent: "Porcentaje, negativo para bajar",
    price: (currency) => `Importe en ${currency}`,
    shortest: "Estancia mínima",
    keep: "sin cambios",
    save: (nights) => `Cambiar ${several(nights, "noche", "noches")}`,
    saved: (nights) => `${several(nights, "noche cambiada", "noches cambiadas")}.`,
    noneMarked: "No hay ninguna noche seleccionada. Elija otras fechas o días.",
    marked: (nights, price) => `${several(nights, "noche seleccionada", "noches seleccionadas")}, ahora ${price}.`,
    becomes: (nights, before, after) => `${several(nights, "noche", "noches")}: de ${before} a ${after}.`,
  },
};
