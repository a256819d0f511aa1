import type { GuestLanguage } from "../../../core/guest-languages.ts";

/** What the page of turnovers says, in one language. */
export interface CleaningTexts {
  readonly code: GuestLanguage;
  /** Of dates and times. */
  readonly locale: string;
  readonly skip: string;
  readonly title: string;
  readonly today: string;
  readonly nothing: string;
  readonly until: (day: string) => string;
  readonly departure: string;
  readonly arrival: string;
  readonly between: string;
  readonly comes: string;
  readonly comments: string;
  readonly hold: string;
  readonly nobody: string;
  /** With their nouns: one, and several. */
  readonly adults: readonly [string, string];
  readonly children: readonly [string, string];
  readonly nights: readonly [string, string];
  readonly days: readonly [string, string];
  readonly hours: readonly [string, string];
  readonly minutes: string;
  readonly dead: string;
  readonly ask: string;
  readonly tooMany: string;
  readonly wait: string;
}

const en: CleaningTexts = {
  code: "en",
  locale: "en-GB",
  skip: "Skip to content",
  title: "Cleaning",
  today: "Today",
  nothing: "No turnover.",
  until: (day) => `These are all turnovers until ${day}.`,
  departure: "Departure",
  arrival: "Next arrival",
  between: "Time between",
  comes: "Who comes",
  comments: "Comments",
  hold: "not confirmed",
  nobody: "nobody for now",
  adults: ["adult", "adults"],
  children: ["child", "children"],
  nights: ["night", "nights"],
  days: ["day", "days"],
  hours: ["hour", "hours"],
  minutes: "min",
  dead: "This link leads nowhere any more",
  ask: "Please look whether its address is complete, or ask whoever gave it to you for another one.",
  tooMany: "Too many attempts",
  wait: "Please wait some minutes, and try again with the address as it was given to you.",
};

const de: CleaningTexts = {
  code: "de",
  locale: "de-DE",
  skip: "Zum Inhalt springen",
  title: "Reinigung",
  today: "Heute",
  nothing: "Kein Wechsel.",
  until: (day) => `Das sind alle Wechsel bis ${day}.`,
  departure: "Abreise",
  arrival: "Nächste Anreise",
  between: "Zeit dazwischen",
  comes: "Wer kommt",
  comments: "Kommentare",
  hold: "nicht bestätigt",
  nobody: "vorerst niemand",
  adults: ["Erwachsener", "Erwachsene"],
  children: ["Kind", "Kinder"],
  nights: ["Nacht", "Nächte"],
  days: ["Tag", "Tage"],
  hours: ["Stunde", "Stunden"],
  minutes: "Min.",
  dead: "Dieser Link führt nirgends mehr hin",
  ask: "Bitte prüfen Sie, ob die Adresse vollständig ist, oder bitten Sie um eine neue, wer sie Ihnen gegeben hat.",
  tooMany: "Zu viele Versuche",
  wait: "Bitte warten Sie einige Minuten und versuchen Sie es mit der Adresse, die Sie bekommen haben.",
};

const fr: CleaningTexts = {
  code: "fr",
  locale: "fr-FR",
  skip: "Aller au contenu",
  title: "Ménage",
  today: "Aujourd'hui",
  nothing: "Aucune rotation.",
  until: (day) => `Voilà toutes les rotations jusqu'au ${day}.`,
  departure: "Départ",
  arrival: "Prochaine arrivée",
  between: "Temps disponible",
  comes: "Qui arrive",
  comments: "Commentaires",
  hold: "non confirmé",
  nobody: "personne pour l'instant",
  adults: ["adulte", "adultes"],
  children: ["enfant", "enfants"],
  nights: ["nuit", "nuits"],
  days: ["jour", "jours"],
  hours: ["heure", "heures"],
  minutes: "min",
  dead: "Ce lien ne mène plus nulle part",
  ask: "Vérifiez que son adresse est complète, ou demandez-en une autre à la personne qui vous l'a donnée.",
  tooMany: "Trop de tentatives",
  wait: "Patientez quelques minutes, puis réessayez avec l'adresse qui vous a été donnée.",
};

const es: CleaningTexts = {
  code: "es",
  locale: "es-ES",
  skip: "Saltar al contenido",
  title: "Limpieza",
  today: "Hoy",
  nothing: "Ningún cambio de huéspedes.",
  until: (day) => `Estos son todos los cambios hasta el ${day}.`,
  departure: "Salida",
  arrival: "Próxima llegada",
  between: "Tiempo entre ambas",
  comes: "Quién llega",
  comments: "Comentarios",
  hold: "sin confirmar",
  nobody: "nadie por ahora",
  adults: ["adulto", "adultos"],
  children: ["niño", "niños"],
  nights: ["noche", "noches"],
  days: ["día", "días"],
  hours: ["hora", "horas"],
  minutes: "min",
  dead: "Este enlace ya no lleva a ninguna parte",
  ask: "Compruebe que la dirección está completa, o pida otra a quien se la dio.",
  tooMany: "Demasiados intentos",
  wait: "Espere unos minutos e inténtelo de nuevo con la dirección que le dieron.",
};

export const cleaningTexts: Readonly<Record<GuestLanguage, CleaningTexts>> = { en, de, fr, es };
