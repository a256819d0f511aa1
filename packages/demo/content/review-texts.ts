/** Data: reviews by guests and hosts, in five languages. */
import type { Texts } from "./texts.ts";

/** A guest's opinion of the stay. */
export type Mood = "delighted" | "content" | "mixed";

/** A guest's review: title and comment. */
export interface Opinion {
  readonly title: Texts;
  readonly comment: Texts;
}

export const opinions: Readonly<Record<Mood, readonly [Opinion, ...Opinion[]]>> = {
  delighted: [
    {
      title: {
        en: "We will be back",
        fr: "Nous reviendrons",
        de: "Wir kommen wieder",
        it: "Torneremo",
        es: "Volveremos",
      },
      comment: {
        en: "Beautiful house, spotless, and even better than in the pictures. The welcome was warm, and everything we needed was there.",
        fr: "Très belle maison, impeccable, encore mieux que sur les photos. Un accueil chaleureux, et rien ne manquait.",
        de: "Ein wunderschönes Haus, blitzsauber und noch schöner als auf den Bildern. Wir wurden herzlich empfangen, und es war alles da.",
        it: "Casa bellissima, pulitissima, ancora meglio che nelle foto. Accoglienza calorosa, e non mancava nulla.",
        es: "Una casa preciosa, impecable, aún mejor que en las fotos. Nos recibieron con cariño y no faltaba nada.",
      },
    },
    {
      title: {
        en: "A place to breathe",
        fr: "Un lieu pour respirer",
        de: "Zum Durchatmen",
        it: "Un posto per respirare",
        es: "Un lugar para respirar",
      },
      comment: {
        en: "Quiet, comfortable beds, and a kitchen that makes you want to cook. Breakfast outside every morning.",
        fr: "Du calme, de bons lits et une cuisine où l'on a envie de cuisiner. Petit déjeuner dehors chaque matin.",
        de: "Ruhe, gute Betten und eine Küche, in der man gern kocht. Jeden Morgen haben wir draußen gefrühstückt.",
        it: "Silenzio, letti comodi e una cucina in cui vien voglia di cucinare. Ogni mattina colazione fuori.",
        es: "Silencio, camas cómodas y una cocina en la que apetece cocinar. Cada mañana desayunamos fuera.",
      },
    },
    {
      title: {
        en: "Perfect for us",
        fr: "Parfait pour nous",
        de: "Perfekt für uns",
        it: "Perfetta per noi",
        es: "Perfecta para nosotros",
      },
      comment: {
        en: "Easy to find, keys in a minute, and tips for walks that no guidebook has. The children did not want to leave.",
        fr: "Facile à trouver, les clés en une minute, et des idées de balades qu'aucun guide ne donne. Les enfants ne voulaient pas repartir.",
        de: "Leicht zu finden, die Schlüssel in einer Minute, und Tipps für Spaziergänge, die in keinem Reiseführer stehen. Die Kinder wollten nicht weg.",
        it: "Facile da trovare, chiavi in un minuto e consigli per passeggiate che nessuna guida riporta. I bambini non volevano andare via.",
        es: "Fácil de encontrar, las llaves en un minuto y consejos de paseos que no trae ninguna guía. Los niños no querían irse.",
      },
    },
  ],
  content: [
    {
      title: {
        en: "A good week",
        fr: "Une bonne semaine",
        de: "Eine gute Woche",
        it: "Una bella settimana",
        es: "Una buena semana",
      },
      comment: {
        en: "A good house in a good place. Some pans have seen better days, but we lacked nothing important.",
        fr: "Une bonne maison, bien située. Quelques poêles sont fatiguées, mais rien d'important ne manquait.",
        de: "Ein gutes Haus an einem guten Ort. Ein paar Pfannen haben bessere Tage gesehen, aber nichts Wichtiges hat gefehlt.",
        it: "Una buona casa in un bel posto. Qualche padella è un po' vecchia, ma non mancava nulla di importante.",
        es: "Una buena casa en un buen sitio. Alguna sartén está ya vieja, pero no faltaba nada importante.",
      },
    },
    {
      title: { en: "Pleasant", fr: "Agréable", de: "Angenehm", it: "Piacevole", es: "Agradable" },
      comment: {
        en: "Pleasant stay, friendly people. The road can be heard a little in the morning.",
        fr: "Séjour agréable, des gens aimables. On entend un peu la route le matin.",
        de: "Angenehmer Aufenthalt, freundliche Leute. Morgens hört man ein wenig die Straße.",
        it: "Soggiorno piacevole, persone gentili. Al mattino si sente un po' la strada.",
        es: "Estancia agradable, gente amable. Por la mañana se oye un poco la carretera.",
      },
    },
  ],
  mixed: [
    {
      title: {
        en: "Nice, with room to improve",
        fr: "Bien, mais peut mieux faire",
        de: "Schön, mit Luft nach oben",
        it: "Bene, ma si può migliorare",
        es: "Bien, pero mejorable",
      },
      comment: {
        en: "Lovely place, but the shower drained slowly and the Wi-Fi dropped out twice. The host was quick to answer.",
        fr: "Bel endroit, mais la douche s'évacuait mal et le wifi est tombé deux fois. L'hôte a vite répondu.",
        de: "Schöner Ort, aber die Dusche lief schlecht ab, und das WLAN ist zweimal ausgefallen. Der Gastgeber hat schnell geantwortet.",
        it: "Bel posto, ma la doccia scaricava male e il wifi è caduto due volte. L'ospite ha risposto in fretta.",
        es: "Un sitio bonito, pero la ducha desaguaba mal y el wifi falló dos veces. El anfitrión respondió enseguida.",
      },
    },
  ],
};

/** The host's replies. */
export const replies: Readonly<Record<Mood, Texts>> = {
  delighted: {
    en: "Thank you for your kind words, and come back soon!",
    fr: "Merci pour ces mots gentils, et à bientôt !",
    de: "Vielen Dank für die lieben Worte, und bis bald!",
    it: "Grazie per le belle parole, e a presto!",
    es: "¡Gracias por sus amables palabras, y hasta pronto!",
  },
  content: {
    en: "Thank you! We have taken your feedback to heart.",
    fr: "Merci ! Nous avons bien noté votre remarque.",
    de: "Vielen Dank! Ihren Hinweis haben wir uns zu Herzen genommen.",
    it: "Grazie! Abbiamo preso nota del suo consiglio.",
    es: "¡Gracias! Hemos tomado nota de su consejo.",
  },
  mixed: {
    en: "Thank you for telling us. The drain is repaired, and there is a new router.",
    fr: "Merci de nous l'avoir dit. L'écoulement est réparé et la box est neuve.",
    de: "Danke, dass Sie es uns gesagt haben. Der Abfluss ist repariert, und der Router ist neu.",
    it: "Grazie per averlo segnalato. Lo scarico è riparato e il router è nuovo.",
    es: "Gracias por decírnoslo. El desagüe está reparado y el router es nuevo.",
  },
};

/** Hosts' reviews of guests, each with a rating in stars. */
export const aboutGuests: readonly {
  readonly comment: string;
  readonly stars: readonly [cleanliness: number, communication: number, rules: number];
}[] = [
  { comment: "Charming guests who left the house as they found it.", stars: [5, 5, 5] },
  { comment: "Easy to talk to, and welcome again at any time.", stars: [4, 5, 5] },
  { comment: "Friendly family; the barbecue was left for us to clean.", stars: [3, 5, 4] },
  { comment: "Nice guests. They left two hours late without a word.", stars: [4, 3, 3] },
];
