/** Data: messages between guests and hosts, in five languages. */
import type { Texts } from "./texts.ts";

/** A message in a demo conversation. */
export interface Line {
  readonly from: "guest" | "host" | "note";
  /** Hours after the previous message. */
  readonly after: number;
  readonly text: Texts;
  /** Attaches the demo's map. */
  readonly map?: true;
}

/** A conversation's messages. {guest} and {host} stand for first names. */
export interface Script {
  readonly subject: Texts;
  readonly lines: readonly Line[];
  readonly isClosed?: true;
}

/** The family that arrives within two weeks. */
export const cotAndCar: Script = {
  subject: {
    en: "Cot and car",
    fr: "Lit bébé et voiture",
    de: "Babybett und Auto",
    it: "Lettino e auto",
    es: "Cuna y coche",
  },
  isClosed: true,
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "Hello, we are coming with our two children. Is there a cot, and where can we leave the car?",
        fr: "Bonjour, nous venons avec nos deux enfants. Y a-t-il un lit bébé, et où peut-on laisser la voiture ?",
        de: "Guten Tag, wir kommen mit unseren zwei Kindern. Gibt es ein Babybett, und wo können wir das Auto lassen?",
        it: "Buongiorno, veniamo con i nostri due bambini. C'è un lettino, e dove possiamo lasciare l'auto?",
        es: "Hola, venimos con nuestros dos niños. ¿Hay una cuna, y dónde podemos dejar el coche?",
      },
    },
    {
      from: "note",
      after: 1,
      text: { en: "The cot is in the village until the end of the week: fetch it before they come." },
    },
    {
      from: "host",
      after: 2,
      map: true,
      text: {
        en: "Hello {guest}, the cot will be made up in the small bedroom. You park right by the house: I have attached a map. See you soon, {host}",
        fr: "Bonjour {guest}, le lit bébé sera prêt dans la petite chambre. On se gare juste à côté de la maison : voici un plan. À bientôt, {host}",
        de: "Guten Tag {guest}, das Babybett steht im kleinen Schlafzimmer bereit. Geparkt wird gleich am Haus: Ein Plan liegt bei. Bis bald, {host}",
        it: "Buongiorno {guest}, il lettino sarà pronto nella cameretta. Si parcheggia accanto alla casa: allego una mappa. A presto, {host}",
        es: "Hola {guest}, la cuna estará preparada en el dormitorio pequeño. Se aparca junto a la casa: adjunto un plano. ¡Hasta pronto! {host}",
      },
    },
    {
      from: "guest",
      after: 5,
      text: {
        en: "Perfect, thank you!",
        fr: "Parfait, merci beaucoup !",
        de: "Wunderbar, vielen Dank!",
        it: "Perfetto, grazie mille!",
        es: "¡Perfecto, muchas gracias!",
      },
    },
  ],
};

/** Current guests. */
export const coldRoom: Script = {
  subject: { en: "Heating", fr: "Chauffage", de: "Heizung", it: "Riscaldamento", es: "Calefacción" },
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "Good morning, everything is lovely, but the radiator in the bathroom stays cold.",
        fr: "Bonjour, tout est très beau, mais le radiateur de la salle de bain reste froid.",
        de: "Guten Morgen, alles ist sehr schön, nur der Heizkörper im Bad bleibt kalt.",
        it: "Buongiorno, è tutto molto bello, ma il radiatore del bagno resta freddo.",
        es: "Buenos días, todo es precioso, pero el radiador del baño sigue frío.",
      },
    },
    {
      from: "host",
      after: 0.5,
      text: {
        en: "Good morning {guest}, I am sorry. The valve sometimes sticks; our plumber is coming at eleven. {host}",
        fr: "Bonjour {guest}, je suis désolé. La vanne coince parfois ; notre plombier passe à onze heures. {host}",
        de: "Guten Morgen {guest}, das tut mir leid. Das Ventil klemmt manchmal; um elf kommt unser Installateur. {host}",
        it: "Buongiorno {guest}, mi dispiace. La valvola a volte si blocca; alle undici passa il nostro idraulico. {host}",
        es: "Buenos días {guest}, lo siento. La válvula a veces se atasca; a las once pasa nuestro fontanero. {host}",
      },
    },
    {
      from: "note",
      after: 3,
      text: { en: "Plumber was there: valve replaced, works again. Invoice goes to the owner." },
    },
  ],
};

/** Guests whose stay is over. */
export const leftBehind: Script = {
  subject: {
    en: "Left behind",
    fr: "Objet oublié",
    de: "Etwas vergessen",
    it: "Oggetto dimenticato",
    es: "Objeto olvidado",
  },
  isClosed: true,
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "We are home again and miss a green children's jacket. Did you find it?",
        fr: "Nous sommes bien rentrés, mais il nous manque une veste d'enfant verte. L'avez-vous trouvée ?",
        de: "Wir sind gut zu Hause angekommen und vermissen eine grüne Kinderjacke. Haben Sie sie gefunden?",
        it: "Siamo tornati a casa e ci manca una giacca verde da bambino. L'avete trovata?",
        es: "Ya estamos en casa y nos falta una chaqueta verde de niño. ¿La han encontrado?",
      },
    },
    { from: "note", after: 2, text: { en: "Was hanging behind the door. Cleaner is bringing it to the office." } },
    {
      from: "host",
      after: 1,
      text: {
        en: "It hung behind the door, {guest}. We post it today. {host}",
        fr: "Elle était accrochée derrière la porte, {guest}. Nous l'envoyons aujourd'hui. {host}",
        de: "Sie hing hinter der Tür, {guest}. Heute geht sie zur Post. {host}",
        it: "Era appesa dietro la porta, {guest}. La spediamo oggi. {host}",
        es: "Estaba colgada detrás de la puerta, {guest}. Hoy la enviamos. {host}",
      },
    },
  ],
};

/** The next arrival, not answered yet. */
export const lateArrival: Script = {
  subject: { en: "Arrival", fr: "Arrivée", de: "Ankunft", it: "Arrivo", es: "Llegada" },
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "Hello, our train arrives later than planned: can we still get the keys at ten in the evening?",
        fr: "Bonjour, notre train arrive plus tard que prévu : peut-on encore avoir les clés à vingt-deux heures ?",
        de: "Hallo, unser Zug kommt später an als gedacht: Bekommen wir die Schlüssel auch noch um zehn Uhr abends?",
        it: "Salve, il nostro treno arriva più tardi del previsto: possiamo avere le chiavi anche alle ventidue?",
        es: "Hola, nuestro tren llega más tarde de lo previsto: ¿podemos recoger las llaves a las diez de la noche?",
      },
    },
  ],
};

/** A later arrival, so far with only a note. */
export const oneMoreNight: Script = {
  subject: {
    en: "One more night",
    fr: "Une nuit de plus",
    de: "Eine Nacht mehr",
    it: "Una notte in più",
    es: "Una noche más",
  },
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "We would love to stay one night longer. Is the house still free then?",
        fr: "Nous resterions volontiers une nuit de plus. La maison est-elle encore libre ?",
        de: "Wir würden gern eine Nacht länger bleiben. Ist das Haus dann noch frei?",
        it: "Ci piacerebbe restare una notte in più. La casa è ancora libera?",
        es: "Nos gustaría quedarnos una noche más. ¿Está libre la casa?",
      },
    },
    { from: "note", after: 1, text: { en: "Ask the cleaners first whether they can come a day later." } },
  ],
};

/** Past guests who ask about another stay. The first message is the inquiry's. */
export const comingBack: Script = {
  subject: { en: "Coming back" },
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "We liked it so much that we would like to come again. Is this week still free?",
        fr: "Le séjour nous a tellement plu que nous aimerions revenir. Cette semaine est-elle encore libre ?",
        de: "Es hat uns so gut gefallen, dass wir gern wiederkommen würden. Ist diese Woche noch frei?",
        it: "Ci è piaciuto così tanto che vorremmo tornare. Questa settimana è ancora libera?",
        es: "Nos gustó tanto que queremos volver. ¿Está libre esa semana?",
      },
    },
    {
      from: "host",
      after: 3,
      text: {
        en: "How nice to hear from you, {guest}! It is free, and I am glad to hold it for you for three days. {host}",
        fr: "Quel plaisir de vous lire, {guest} ! Elle est libre, et je vous la réserve volontiers trois jours. {host}",
        de: "Wie schön, von Ihnen zu hören, {guest}! Sie ist frei, und ich halte sie gern drei Tage für Sie. {host}",
        it: "Che piacere risentirla, {guest}! È libera, e la tengo volentieri per tre giorni. {host}",
        es: "¡Qué alegría saber de usted, {guest}! Está libre, y con gusto se la guardo tres días. {host}",
      },
    },
  ],
};

/** The same, not answered yet. */
export const withDog: Script = {
  subject: { en: "With a dog" },
  lines: [
    {
      from: "guest",
      after: 0,
      text: {
        en: "May we bring our dog this time? He is small and quiet.",
        fr: "Pouvons-nous venir avec notre chien cette fois ? Il est petit et calme.",
        de: "Dürfen wir diesmal unseren Hund mitbringen? Er ist klein und ruhig.",
        it: "Questa volta possiamo portare il nostro cane? È piccolo e tranquillo.",
        es: "¿Podemos traer esta vez a nuestro perro? Es pequeño y tranquilo.",
      },
    },
  ],
};
