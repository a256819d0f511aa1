/** Data: the managers' rules that act, and the work that they plan. */
import type { Texts } from "./texts.ts";

/** The names of the rules. */
export const ruleNames: { readonly arrival: Texts; readonly cleaning: Texts } = {
  arrival: {
    en: "Two days before arrival",
    fr: "Deux jours avant l’arrivée",
    de: "Zwei Tage vor der Anreise",
    it: "Due giorni prima dell’arrivo",
    es: "Dos días antes de la llegada",
  },
  cleaning: {
    en: "Cleaning after the stay",
    fr: "Ménage après le séjour",
    de: "Reinigung nach dem Aufenthalt",
    it: "Pulizia dopo il soggiorno",
    es: "Limpieza después de la estancia",
  },
};

/** The checklist of a cleaning. */
export const cleaningSteps: readonly Texts[] = [
  {
    en: "Change the beds and towels",
    fr: "Changer les draps et les serviettes",
    de: "Betten und Handtücher wechseln",
    it: "Cambiare lenzuola e asciugamani",
    es: "Cambiar las camas y las toallas",
  },
  {
    en: "Empty the fridge and the bins",
    fr: "Vider le réfrigérateur et les poubelles",
    de: "Kühlschrank und Mülleimer leeren",
    it: "Svuotare il frigorifero e i cestini",
    es: "Vaciar la nevera y los cubos de basura",
  },
  {
    en: "Look for damage and things left behind",
    fr: "Chercher les dégâts et les objets oubliés",
    de: "Auf Schäden und Vergessenes achten",
    it: "Controllare danni e oggetti dimenticati",
    es: "Buscar daños y objetos olvidados",
  },
];
