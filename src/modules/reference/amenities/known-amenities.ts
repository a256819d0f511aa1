import { ClosedSet } from "../../../core/closed-set.ts";

/** The amenity registry: keys with titles in English, French, German, Spanish, Italian, Dutch and Portuguese. */
// biome-ignore format: a table
const registry: readonly (readonly [key: string, en: string, fr: string, de: string, es: string, it: string, nl: string, pt: string])[] = [
  ["internet", "Internet", "Internet", "Internet", "Internet", "Internet", "Internet", "Internet"],
  ["wifi", "Wi-Fi", "Wi-Fi", "WLAN", "Wifi", "Wi-Fi", "Wifi", "Wi-Fi"],
  ["workspace", "Desk to work at", "Bureau pour travailler", "Arbeitsplatz", "Zona de trabajo", "Postazione di lavoro", "Werkplek", "Espaço de trabalho"],
  ["tv", "Television", "Télévision", "Fernseher", "Televisión", "Televisore", "Televisie", "Televisão"],
  ["books", "Books", "Livres", "Bücher", "Libros", "Libri", "Boeken", "Livros"],
  ["board_games", "Board games", "Jeux de société", "Brettspiele", "Juegos de mesa", "Giochi da tavolo", "Bordspellen", "Jogos de tabuleiro"],
  ["piano", "Piano", "Piano", "Klavier", "Piano", "Pianoforte", "Piano", "Piano"],
  ["heating", "Heating", "Chauffage", "Heizung", "Calefacción", "Riscaldamento", "Verwarming", "Aquecimento"],
  ["air_conditioning", "Air conditioning", "Climatisation", "Klimaanlage", "Aire acondicionado", "Aria condizionata", "Airconditioning", "Ar condicionado"],
  ["fan", "Fan", "Ventilateur", "Ventilator", "Ventilador", "Ventilatore", "Ventilator", "Ventoinha"],
  ["fireplace", "Fireplace", "Cheminée", "Kamin", "Chimenea", "Camino", "Open haard", "Lareira"],
  ["wood_stove", "Wood stove", "Poêle à bois", "Holzofen", "Estufa de leña", "Stufa a legna", "Houtkachel", "Salamandra"],
  ["kitchen", "Kitchen", "Cuisine", "Küche", "Cocina", "Cucina", "Keuken", "Cozinha"],
  ["oven", "Oven", "Four", "Backofen", "Horno", "Forno", "Oven", "Forno"],
  ["stove", "Stove", "Plaques de cuisson", "Herd", "Placa de cocina", "Piano cottura", "Kookplaat", "Fogão"],
  ["microwave", "Microwave", "Micro-ondes", "Mikrowelle", "Microondas", "Microonde", "Magnetron", "Micro-ondas"],
  ["refrigerator", "Refrigerator", "Réfrigérateur", "Kühlschrank", "Frigorífico", "Frigorifero", "Koelkast", "Frigorífico"],
  ["freezer", "Freezer", "Congélateur", "Gefrierfach", "Congelador", "Congelatore", "Vriezer", "Congelador"],
  ["dishwasher", "Dishwasher", "Lave-vaisselle", "Geschirrspüler", "Lavavajillas", "Lavastoviglie", "Vaatwasser", "Máquina de lavar loiça"],
  ["coffee_maker", "Coffee maker", "Cafetière", "Kaffeemaschine", "Cafetera", "Macchina per il caffè", "Koffiezetapparaat", "Máquina de café"],
  ["kettle", "Kettle", "Bouilloire", "Wasserkocher", "Hervidor", "Bollitore", "Waterkoker", "Chaleira"],
  ["toaster", "Toaster", "Grille-pain", "Toaster", "Tostadora", "Tostapane", "Broodrooster", "Torradeira"],
  ["raclette", "Raclette grill", "Appareil à raclette", "Raclettegrill", "Raclette", "Raclette", "Raclettegrill", "Grelhador de raclette"],
  ["dining_table", "Dining table", "Table à manger", "Esstisch", "Mesa de comedor", "Tavolo da pranzo", "Eettafel", "Mesa de jantar"],
  ["washing_machine", "Washing machine", "Lave-linge", "Waschmaschine", "Lavadora", "Lavatrice", "Wasmachine", "Máquina de lavar roupa"],
  ["dryer", "Tumble dryer", "Sèche-linge", "Wäschetrockner", "Secadora", "Asciugatrice", "Wasdroger", "Máquina de secar roupa"],
  ["iron", "Iron", "Fer à repasser", "Bügeleisen", "Plancha", "Ferro da stiro", "Strijkijzer", "Ferro de engomar"],
  ["hair_dryer", "Hair dryer", "Sèche-cheveux", "Haartrockner", "Secador de pelo", "Asciugacapelli", "Haardroger", "Secador de cabelo"],
  ["linens", "Bed linen", "Linge de lit", "Bettwäsche", "Ropa de cama", "Biancheria da letto", "Bedlinnen", "Roupa de cama"],
  ["towels", "Towels", "Serviettes", "Handtücher", "Toallas", "Asciugamani", "Handdoeken", "Toalhas"],
  ["bathtub", "Bathtub", "Baignoire", "Badewanne", "Bañera", "Vasca da bagno", "Badkuip", "Banheira"],
  ["crib", "Crib", "Lit bébé", "Kinderbett", "Cuna", "Culla", "Babybed", "Berço"],
  ["high_chair", "High chair", "Chaise haute", "Hochstuhl", "Trona", "Seggiolone", "Kinderstoel", "Cadeira de refeição"],
  ["toys", "Toys", "Jouets", "Spielzeug", "Juguetes", "Giocattoli", "Speelgoed", "Brinquedos"],
  ["stair_gate", "Stair gate", "Barrière d'escalier", "Treppenschutzgitter", "Barrera de escalera", "Cancelletto per scale", "Traphekje", "Cancela de escada"],
  ["pool", "Pool", "Piscine", "Pool", "Piscina", "Piscina", "Zwembad", "Piscina"],
  ["heated_pool", "Heated pool", "Piscine chauffée", "Beheizter Pool", "Piscina climatizada", "Piscina riscaldata", "Verwarmd zwembad", "Piscina aquecida"],
  ["hot_tub", "Hot tub", "Bain à remous", "Whirlpool", "Bañera de hidromasaje", "Idromassaggio", "Bubbelbad", "Banheira de hidromassagem"],
  ["sauna", "Sauna", "Sauna", "Sauna", "Sauna", "Sauna", "Sauna", "Sauna"],
  ["gym", "Fitness room", "Salle de sport", "Fitnessraum", "Gimnasio", "Palestra", "Fitnessruimte", "Ginásio"],
  ["balcony", "Balcony", "Balcon", "Balkon", "Balcón", "Balcone", "Balkon", "Varanda"],
  ["terrace", "Terrace", "Terrasse", "Terrasse", "Terraza", "Terrazza", "Terras", "Terraço"],
  ["roof_terrace", "Roof terrace", "Toit-terrasse", "Dachterrasse", "Azotea", "Terrazza sul tetto", "Dakterras", "Terraço na cobertura"],
  ["garden", "Garden", "Jardin", "Garten", "Jardín", "Giardino", "Tuin", "Jardim"],
  ["garden_furniture", "Garden furniture", "Mobilier de jardin", "Gartenmöbel", "Muebles de jardín", "Mobili da giardino", "Tuinmeubelen", "Mobiliário de jardim"],
  ["barbecue", "Barbecue", "Barbecue", "Grill", "Barbacoa", "Barbecue", "Barbecue", "Barbecue"],
  ["sun_loungers", "Sun loungers", "Bains de soleil", "Liegestühle", "Tumbonas", "Lettini prendisole", "Ligstoelen", "Espreguiçadeiras"],
  ["parking", "Parking", "Parking", "Parkplatz", "Aparcamiento", "Parcheggio", "Parkeerplaats", "Estacionamento"],
  ["garage", "Garage", "Garage", "Garage", "Garaje", "Garage", "Garage", "Garagem"],
  ["ev_charger", "Charger for electric cars", "Borne de recharge", "Ladestation für E-Autos", "Cargador para coches eléctricos", "Colonnina di ricarica", "Laadpaal", "Carregador para carros elétricos"],
  ["bicycles", "Bicycles", "Vélos", "Fahrräder", "Bicicletas", "Biciclette", "Fietsen", "Bicicletas"],
  ["ski_storage", "Ski room", "Local à skis", "Skiraum", "Guardaesquís", "Deposito sci", "Skiberging", "Arrumação de esquis"],
  ["boot_warmer", "Boot warmer", "Sèche-chaussures", "Skischuhtrockner", "Secabotas", "Asciuga scarponi", "Skischoenverwarmer", "Secador de botas"],
  ["canoe", "Canoe", "Canoë", "Kanu", "Canoa", "Canoa", "Kano", "Canoa"],
  ["beach_gear", "Beach gear", "Matériel de plage", "Strandausrüstung", "Artículos de playa", "Attrezzatura da spiaggia", "Strandspullen", "Artigos de praia"],
  ["sea_view", "Sea view", "Vue sur mer", "Meerblick", "Vistas al mar", "Vista mare", "Uitzicht op zee", "Vista para o mar"],
  ["lake_view", "Lake view", "Vue sur lac", "Seeblick", "Vistas al lago", "Vista lago", "Uitzicht op het meer", "Vista para o lago"],
  ["mountain_view", "Mountain view", "Vue sur montagne", "Bergblick", "Vistas a la montaña", "Vista montagna", "Uitzicht op de bergen", "Vista para a montanha"],
  ["elevator", "Elevator", "Ascenseur", "Aufzug", "Ascensor", "Ascensore", "Lift", "Elevador"],
  ["step_free_access", "Step-free access", "Accès de plain-pied", "Stufenloser Zugang", "Acceso sin escalones", "Accesso senza gradini", "Drempelvrije toegang", "Acesso sem degraus"],
  ["pets_allowed", "Pets welcome", "Animaux bienvenus", "Haustiere willkommen", "Se admiten mascotas", "Animali ammessi", "Huisdieren welkom", "Animais bem-vindos"],
  ["smoke_detector", "Smoke detector", "Détecteur de fumée", "Rauchmelder", "Detector de humo", "Rilevatore di fumo", "Rookmelder", "Detetor de fumo"],
  ["carbon_monoxide_detector", "Carbon monoxide detector", "Détecteur de monoxyde de carbone", "Kohlenmonoxidmelder", "Detector de monóxido de carbono", "Rilevatore di monossido di carbonio", "Koolmonoxidemelder", "Detetor de monóxido de carbono"],
  ["first_aid_kit", "First-aid kit", "Trousse de secours", "Verbandskasten", "Botiquín", "Cassetta di pronto soccorso", "Verbanddoos", "Estojo de primeiros socorros"],
  ["fire_extinguisher", "Fire extinguisher", "Extincteur", "Feuerlöscher", "Extintor", "Estintore", "Brandblusser", "Extintor"],
];

/** The registry as rows for the table `amenities`. */
export const amenities = registry.map(([key, en, fr, de, es, it, nl, pt]) => ({
  key,
  title: { en, fr, de, es, it, nl, pt },
}));

/** Words for travelers with a dog, which no title of `pets_allowed` contains. */
const dogs = "dog dogs pet-friendly chien chiens Hund Hunde perro perros cane cani hond honden cão cães".split(" ");

/** Values for searches: an amenity's key, any of its titles, or its id. */
export const amenityKeys = new ClosedSet(
  registry.map(([key]) => key),
  () => [
    ...registry.flatMap(([key, ...titles]) => titles.map((title): [string, string] => [title, key])),
    ...dogs.map((word): [string, string] => [word, "pets_allowed"]),
  ],
  (text) => /^[1-9]\d{0,14}$/.test(text),
);
