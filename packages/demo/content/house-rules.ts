import type { DemoRental } from "./rental.ts";
import { type DemoLocale, inLocales, type Texts } from "./texts.ts";

const quiet: Texts = {
  en: "Please keep quiet from 10 p.m. to 7 a.m.",
  fr: "Merci de respecter le calme de 22 h à 7 h.",
  de: "Bitte halten Sie von 22 bis 7 Uhr Ruhe.",
  it: "Si prega di rispettare il silenzio dalle 22 alle 7.",
  es: "Respete el silencio de las 22 a las 7 horas.",
};

const smoking: Texts = {
  en: "No smoking indoors, no parties.",
  fr: "Ni tabac à l’intérieur, ni fêtes.",
  de: "Im Haus wird nicht geraucht. Keine Partys.",
  it: "Vietato fumare all’interno. Niente feste.",
  es: "No se fuma dentro. Sin fiestas.",
};

const dogs: Texts = {
  en: "Dogs are welcome, but not on beds and sofas.",
  fr: "Les chiens sont bienvenus, mais pas sur les lits ni les canapés.",
  de: "Hunde sind willkommen, nur nicht auf Betten und Sofas.",
  it: "I cani sono benvenuti, ma non su letti e divani.",
  es: "Los perros son bienvenidos, pero no en camas ni sofás.",
};

const noPets: Texts = {
  en: "No pets.",
  fr: "Animaux non admis.",
  de: "Keine Haustiere.",
  it: "Animali non ammessi.",
  es: "No se admiten mascotas.",
};

const pool: Texts = {
  en: "Children may use the pool only with an adult.",
  fr: "Les enfants ne se baignent qu’avec un adulte.",
  de: "Kinder baden nur in Begleitung Erwachsener.",
  it: "I bambini usano la piscina solo con un adulto.",
  es: "Los niños usan la piscina solo con un adulto.",
};

const fire: Texts = {
  en: "Never leave the fire unattended.",
  fr: "Ne laissez jamais le feu sans surveillance.",
  de: "Lassen Sie das Feuer nie unbeaufsichtigt.",
  it: "Non lasci mai il fuoco incustodito.",
  es: "No deje nunca el fuego sin vigilar.",
};

/** A rental's house rules, by locale: those of every house, and those that follow from its amenities. */
export function houseRules({ amenities }: DemoRental, locales: readonly DemoLocale[]): Record<string, string> {
  const has = (...names: string[]) => names.some((name) => amenities.includes(name));
  const rules = [
    quiet,
    smoking,
    has("pets_allowed") ? dogs : noPets,
    ...(has("pool", "heated_pool") ? [pool] : []),
    ...(has("fireplace", "wood_stove") ? [fire] : []),
  ].map((rule) => inLocales(rule, locales));
  return Object.fromEntries(locales.map((locale) => [locale, rules.map((rule) => rule[locale]).join("\n")]));
}
