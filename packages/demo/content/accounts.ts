/** Data: the demo's two accounts with their fees, taxes, tags and sources. */
import type { DemoRental } from "./rental.ts";
import { alps } from "./rentals/alps.ts";
import { andalusia } from "./rentals/andalusia.ts";
import { bastide } from "./rentals/bastide.ts";
import { britain } from "./rentals/britain.ts";
import { provence } from "./rentals/provence.ts";
import type { DemoLocale, Texts } from "./texts.ts";

/** An account's fee in API form, and how its rentals use it. */
export interface DemoFee {
  readonly name: Texts;
  readonly kind: string;
  /** In hundredths of the currency. */
  readonly rate: number;
  readonly rateKind: "fixed" | "fixed_per_person" | "fixed_per_adult_per_night" | "fixed_per_night";
  readonly currency: string;
  readonly status: "required" | "public";
  readonly maximumBookable?: number;
}

/** A tax on the rental price, by currency. */
export interface DemoTax {
  readonly name: Texts;
  readonly currency: string;
  /** In hundredths of a percent. */
  readonly percentage: number;
  /** Included in the rental price. */
  readonly included: boolean;
}

export interface DemoTag {
  readonly key: string;
  readonly name: Texts;
  readonly color: string;
  readonly logo: string;
}

export interface DemoAccount {
  readonly name: string;
  readonly locales: readonly [DemoLocale, ...DemoLocale[]];
  /** Additional columns of the account. */
  readonly details: Readonly<Record<string, string | number>>;
  readonly fees: readonly DemoFee[];
  readonly taxes: readonly DemoTax[];
  readonly rentalsTags: readonly DemoTag[];
  readonly bookingsTags: readonly DemoTag[];
  /** Sources of bookings: `share` in percent, `commission` in hundredths of a percent. */
  readonly sources: readonly { readonly name: string; readonly share: number; readonly commission: number }[];
  /** Guests' countries; frequent ones appear several times. */
  readonly guestsFrom: readonly string[];
  readonly clients: number;
  readonly rentals: readonly DemoRental[];
}

const cleaning: Texts = {
  en: "Final cleaning",
  fr: "Ménage de fin de séjour",
  de: "Endreinigung",
  it: "Pulizia finale",
  es: "Limpieza final",
};
const linen: Texts = {
  en: "Bed linen and towels",
  fr: "Linge de lit et serviettes",
  de: "Bettwäsche und Handtücher",
  it: "Biancheria e asciugamani",
  es: "Ropa de cama y toallas",
};
const cityTax: Texts = {
  en: "Tourist tax",
  fr: "Taxe de séjour",
  de: "Kurtaxe",
  it: "Tassa di soggiorno",
  es: "Tasa turística",
};
const pet: Texts = { en: "Pet", fr: "Animal", de: "Haustier", it: "Animale domestico", es: "Mascota" };
const firewood: Texts = {
  en: "Basket of firewood",
  fr: "Panier de bois",
  de: "Korb Brennholz",
  it: "Cesto di legna",
  es: "Cesta de leña",
};
const hamper: Texts = {
  en: "Welcome hamper",
  fr: "Panier de bienvenue",
  de: "Willkommenskorb",
  it: "Cesto di benvenuto",
  es: "Cesta de bienvenida",
};

const family: DemoTag = {
  key: "family",
  name: { en: "Families", fr: "Familles", de: "Familien", it: "Famiglie", es: "Familias" },
  color: "#2a9d8f",
  logo: "fa-child",
};
const pool: DemoTag = {
  key: "pool",
  name: { en: "With a pool", fr: "Avec piscine", de: "Mit Pool", it: "Con piscina", es: "Con piscina" },
  color: "#219ebc",
  logo: "fa-tint",
};
const sea: DemoTag = {
  key: "sea",
  name: { en: "By the sea", fr: "Au bord de la mer", de: "Am Meer", it: "Al mare", es: "Junto al mar" },
  color: "#1d3557",
  logo: "fa-anchor",
};

const bookingsTags: readonly DemoTag[] = [
  {
    key: "returning",
    name: {
      en: "Returning guest",
      fr: "Client fidèle",
      de: "Stammgast",
      it: "Cliente abituale",
      es: "Cliente habitual",
    },
    color: "#e9c46a",
    logo: "fa-heart",
  },
  {
    key: "early",
    name: {
      en: "Early arrival",
      fr: "Arrivée anticipée",
      de: "Frühe Anreise",
      it: "Arrivo anticipato",
      es: "Llegada temprana",
    },
    color: "#f4a261",
    logo: "fa-clock-o",
  },
  {
    key: "attention",
    name: {
      en: "Call before arrival",
      fr: "Appeler avant l'arrivée",
      de: "Vor Anreise anrufen",
      it: "Chiamare prima dell'arrivo",
      es: "Llamar antes de la llegada",
    },
    color: "#e76f51",
    logo: "fa-phone",
  },
];

export const demoAccounts: readonly DemoAccount[] = [
  {
    name: "Lavender & Larch",
    locales: ["en", "fr", "de", "it"],
    details: {
      email: "hello@lavender-and-larch.example.com",
      address1: "2 place de l'Ormeau",
      city: "Lourmarin",
      state: "Vaucluse",
      zip: "84160",
      country_code: "FR",
      website: "https://lavender-and-larch.example.com",
      phone: "+33 4 65 71 00 10",
      mobile: "+33 6 39 98 99 10",
      default_arrival_time: 16,
      default_arrival_end_time: 20,
      default_departure_time: 10,
    },
    fees: [
      { name: cleaning, kind: "final_cleaning", rate: 120_00, rateKind: "fixed", currency: "EUR", status: "required" },
      {
        name: linen,
        kind: "bed_linen",
        rate: 18_00,
        rateKind: "fixed_per_person",
        currency: "EUR",
        status: "required",
      },
      {
        name: cityTax,
        kind: "city_tax",
        rate: 1_65,
        rateKind: "fixed_per_adult_per_night",
        currency: "EUR",
        status: "required",
      },
      {
        name: pet,
        kind: "pet_fee",
        rate: 40_00,
        rateKind: "fixed",
        currency: "EUR",
        status: "public",
        maximumBookable: 2,
      },
      { name: cleaning, kind: "final_cleaning", rate: 180_00, rateKind: "fixed", currency: "CHF", status: "required" },
      {
        name: linen,
        kind: "bed_linen",
        rate: 25_00,
        rateKind: "fixed_per_person",
        currency: "CHF",
        status: "required",
      },
      {
        name: cityTax,
        kind: "city_tax",
        rate: 3_80,
        rateKind: "fixed_per_adult_per_night",
        currency: "CHF",
        status: "required",
      },
      {
        name: firewood,
        kind: "wood",
        rate: 22_00,
        rateKind: "fixed",
        currency: "CHF",
        status: "public",
        maximumBookable: 5,
      },
    ],
    taxes: [
      {
        name: { en: "VAT (France)", fr: "TVA", de: "MwSt. (Frankreich)", it: "IVA (Francia)" },
        currency: "EUR",
        percentage: 10_00,
        included: true,
      },
      {
        name: { en: "VAT (Switzerland)", fr: "TVA (Suisse)", de: "MWST (Schweiz)", it: "IVA (Svizzera)" },
        currency: "CHF",
        percentage: 3_80,
        included: true,
      },
    ],
    rentalsTags: [
      family,
      pool,
      sea,
      { key: "ski", name: { en: "Skiing", fr: "Ski", de: "Ski", it: "Sci" }, color: "#457b9d", logo: "fa-snowflake-o" },
      {
        key: "lake",
        name: { en: "By the lake", fr: "Au bord du lac", de: "Am See", it: "Al lago" },
        color: "#48cae4",
        logo: "fa-ship",
      },
      {
        key: "city",
        name: { en: "In town", fr: "En ville", de: "In der Stadt", it: "In città" },
        color: "#6d6875",
        logo: "fa-building",
      },
      {
        key: "finest",
        name: { en: "Our finest", fr: "Nos plus belles", de: "Unsere schönsten", it: "Le più belle" },
        color: "#b5838d",
        logo: "fa-star",
      },
    ],
    bookingsTags,
    sources: [
      { name: "Direct", share: 35, commission: 0 },
      { name: "Own website", share: 25, commission: 0 },
      { name: "Holiday portal", share: 30, commission: 15_00 },
      { name: "Travel agency", share: 10, commission: 10_00 },
    ],
    guestsFrom: ["FR", "FR", "FR", "DE", "DE", "GB", "CH", "IT", "NL", "US", "SE"],
    clients: 54,
    rentals: [...provence, ...alps, ...bastide],
  },
  {
    name: "Harbour Lane Stays",
    locales: ["en", "es"],
    details: {
      email: "hello@harbour-lane.example.com",
      address1: "7 Harbour Lane",
      city: "St Ives",
      state: "Cornwall",
      zip: "TR26",
      country_code: "GB",
      website: "https://harbour-lane.example.com",
      phone: "+44 1632 960123",
      mobile: "+44 7700 900456",
      default_arrival_time: 16,
      default_arrival_end_time: 22,
      default_departure_time: 10,
    },
    fees: [
      { name: cleaning, kind: "cleaning", rate: 85_00, rateKind: "fixed", currency: "GBP", status: "required" },
      {
        name: pet,
        kind: "pet_fee",
        rate: 30_00,
        rateKind: "fixed",
        currency: "GBP",
        status: "public",
        maximumBookable: 2,
      },
      {
        name: hamper,
        kind: "other",
        rate: 45_00,
        rateKind: "fixed",
        currency: "GBP",
        status: "public",
        maximumBookable: 3,
      },
      { name: cleaning, kind: "cleaning", rate: 90_00, rateKind: "fixed", currency: "EUR", status: "required" },
      {
        name: linen,
        kind: "bed_linen",
        rate: 15_00,
        rateKind: "fixed_per_person",
        currency: "EUR",
        status: "required",
      },
      {
        name: { en: "Pool heating", es: "Climatización de la piscina" },
        kind: "heating",
        rate: 20_00,
        rateKind: "fixed_per_night",
        currency: "EUR",
        status: "public",
      },
    ],
    taxes: [
      {
        name: { en: "VAT (United Kingdom)", es: "IVA (Reino Unido)" },
        currency: "GBP",
        percentage: 20_00,
        included: true,
      },
      { name: { en: "VAT (Spain)", es: "IVA" }, currency: "EUR", percentage: 10_00, included: false },
    ],
    rentalsTags: [
      family,
      pool,
      sea,
      { key: "dogs", name: { en: "Dogs welcome", es: "Se admiten perros" }, color: "#bc6c25", logo: "fa-paw" },
      { key: "romantic", name: { en: "For two", es: "Para dos" }, color: "#9d4edd", logo: "fa-heart-o" },
    ],
    bookingsTags,
    sources: [
      { name: "Direct", share: 40, commission: 0 },
      { name: "Own website", share: 25, commission: 0 },
      { name: "Holiday portal", share: 35, commission: 15_00 },
    ],
    guestsFrom: ["GB", "GB", "GB", "GB", "ES", "DE", "NL", "US", "SE", "FR"],
    clients: 36,
    rentals: [...britain, ...andalusia],
  },
];
