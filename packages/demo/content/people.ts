/** Data: names and addresses of fictional guests. The phone numbers are reserved for fiction. */

/** A country of guests. */
export interface Homeland {
  readonly country: string;
  /** The language to write to them in, if the account has it. */
  readonly locale: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly streets: readonly string[];
  /** Cities with a postal code each. */
  readonly cities: readonly (readonly [city: string, zip: string])[];
  /** Two digits replace the #. Undefined if the country reserves no numbers. */
  readonly phone?: string;
  /** The house number comes before the street. */
  readonly numberFirst?: boolean;
}

// biome-ignore format: lists, read as lists
export const homelands: readonly Homeland[] = [
  {
    country: "GB", locale: "en", phone: "+44 7700 9001#", numberFirst: true,
    first: ["Amelia", "Oliver", "Charlotte", "Harry", "Priya", "George", "Isla", "Callum", "Megan", "Rhys", "Zara", "Edward"],
    last: ["Whitaker", "Ashworth", "Patel", "Llewellyn", "Sinclair", "Fairbanks", "Okafor", "Hughes", "Marlow", "Pemberton"],
    streets: ["Station Road", "Church Lane", "Victoria Terrace", "Orchard Close", "Queen's Drive"],
    cities: [["Bristol", "BS6"], ["Leeds", "LS8"], ["Edinburgh", "EH9"], ["London", "N16"], ["Cardiff", "CF11"], ["Norwich", "NR2"]],
  },
  {
    country: "FR", locale: "fr", phone: "+33 6 39 98 00 #", numberFirst: true,
    first: ["Camille", "Hugo", "Léa", "Antoine", "Manon", "Julien", "Inès", "Mathieu", "Élodie", "Karim", "Solène", "Bastien"],
    last: ["Moreau", "Lefèvre", "Garnier", "Benali", "Chevalier", "Fontaine", "Rousseau", "Mercier", "Le Goff", "Marchand"],
    streets: ["rue des Lilas", "avenue de la Gare", "rue Victor-Hugo", "place du Marché", "chemin des Vignes"],
    cities: [["Lyon", "69006"], ["Nantes", "44000"], ["Lille", "59800"], ["Paris", "75011"], ["Strasbourg", "67000"], ["Rennes", "35000"]],
  },
  {
    country: "DE", locale: "de", phone: "+49 30 231250#",
    first: ["Anna", "Lukas", "Katharina", "Jonas", "Miriam", "Felix", "Hannah", "Emre", "Sophie", "Matthias", "Lena", "Paul"],
    last: ["Hoffmann", "Schuster", "Krüger", "Yılmaz", "Brandt", "Winkler", "Lindner", "Vogel", "Engelhardt", "Seidel"],
    streets: ["Gartenstraße", "Am Stadtpark", "Schillerstraße", "Lindenallee", "Mühlweg"],
    cities: [["Hamburg", "20259"], ["München", "80802"], ["Leipzig", "04275"], ["Köln", "50676"], ["Freiburg", "79102"], ["Berlin", "10405"]],
  },
  {
    country: "IT", locale: "it",
    first: ["Giulia", "Marco", "Chiara", "Alessandro", "Francesca", "Davide", "Elisa", "Lorenzo"],
    last: ["Bianchi", "Romano", "Colombo", "Ferrari", "Greco", "Conti", "Marchetti", "De Luca"],
    streets: ["via Garibaldi", "corso Italia", "via dei Mille", "viale Europa"],
    cities: [["Torino", "10123"], ["Milano", "20131"], ["Bologna", "40125"], ["Verona", "37122"]],
  },
  {
    country: "ES", locale: "es",
    first: ["Lucía", "Pablo", "Carmen", "Javier", "Marta", "Álvaro", "Nuria", "Sergio"],
    last: ["Navarro", "Ortega", "Iglesias", "Vidal", "Romero", "Castaño", "Molina", "Serrano"],
    streets: ["calle Mayor", "avenida de la Constitución", "calle del Olmo", "paseo de Gracia"],
    cities: [["Madrid", "28004"], ["Valencia", "46003"], ["Bilbao", "48009"], ["Zaragoza", "50001"]],
  },
  {
    country: "CH", locale: "de",
    first: ["Reto", "Nina", "Urs", "Corinne", "Livia", "Andri"],
    last: ["Meier", "Zürcher", "Ammann", "Favre", "Brunner", "Caduff"],
    streets: ["Seestrasse", "Bahnhofstrasse", "Kirchweg"],
    cities: [["Zürich", "8008"], ["Bern", "3012"], ["Basel", "4054"]],
  },
  {
    country: "NL", locale: "en",
    first: ["Sanne", "Daan", "Femke", "Bram", "Lotte", "Thijs"],
    last: ["de Vries", "Bakker", "van Dijk", "Visser", "Smit", "Hendriks"],
    streets: ["Dorpsstraat", "Molenweg", "Prinsengracht"],
    cities: [["Utrecht", "3512 JE"], ["Amsterdam", "1016 HN"], ["Groningen", "9712 CP"]],
  },
  {
    country: "US", locale: "en", phone: "+1 617 555 01#", numberFirst: true,
    first: ["Grace", "Ethan", "Naomi", "Caleb", "Hannah", "Marcus"],
    last: ["Sullivan", "Nguyen", "Bennett", "Ramirez", "Coleman", "Goldberg"],
    streets: ["Maple Street", "Harbor Avenue", "Elm Street"],
    cities: [["Boston", "02116"], ["Portland", "04101"], ["Chicago", "60614"]],
  },
  {
    country: "SE", locale: "en", phone: "+46 8 465 004 #",
    first: ["Astrid", "Erik", "Maja", "Oskar", "Elin", "Nils"],
    last: ["Lindqvist", "Bergström", "Sandberg", "Nyström", "Ekman", "Holm"],
    streets: ["Storgatan", "Björkvägen", "Ringvägen"],
    cities: [["Göteborg", "411 31"], ["Uppsala", "753 20"], ["Stockholm", "116 28"]],
  },
];
