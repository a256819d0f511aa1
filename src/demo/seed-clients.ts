import type { DemoAccount } from "./accounts.ts";
import type { Counter } from "./counter.ts";
import { slug } from "./destinations.ts";
import { type Homeland, homelands } from "./people.ts";
import type { Random } from "./random.ts";

/** A guest who is there. */
export interface SeededClient {
  readonly id: number;
  /** From which country; families from far away stay longer. */
  readonly country: string;
}

const notes = [
  "Prefers to be written to rather than called.",
  "Allergic to feathers: synthetic pillows, please.",
  "Comes every year for the wedding anniversary.",
  "Travels by train and needs to be fetched from the station.",
];

/** Creates an account's guests; no two of them have the same name. */
export async function seedClients(counter: Counter, random: Random, account: DemoAccount): Promise<SeededClient[]> {
  const clients: SeededClient[] = [];
  const names = new Set<string>();
  while (clients.length < account.clients) {
    const country = random.pick(account.guestsFrom);
    const home = homelands.find((candidate) => candidate.country === country);
    if (!home) throw new Error(`No homeland has the country ${country}.`);
    const firstname = random.pick(home.first);
    const lastname = random.pick(home.last);
    if (names.has(`${firstname} ${lastname}`)) continue;
    names.add(`${firstname} ${lastname}`);
    const element = aClient(random, home, firstname, lastname, account.locales);
    clients.push({ id: await counter.create("/clients", "clients", element), country });
  }
  return clients;
}

function aClient(
  random: Random,
  home: Homeland,
  firstname: string,
  lastname: string,
  locales: readonly string[],
): object {
  const [city, zip] = random.pick(home.cities);
  const number = random.between(2, 89);
  const street = random.pick(home.streets);
  const digits = String(random.between(0, 99)).padStart(2, "0");
  return {
    firstname,
    lastname,
    preferred_locale: locales.includes(home.locale) ? home.locale : "en",
    emails: [{ label: "home", email: `${slug(firstname)}.${slug(lastname)}@example.com` }],
    addresses: [
      {
        label: "home",
        address1: home.numberFirst ? `${number} ${street}` : `${street} ${number}`,
        city,
        zip,
        country_code: home.country,
      },
    ],
    ...(home.phone === undefined
      ? {}
      : { phones: [{ label: "mobile", number: home.phone.replace("#", digits), country_code: home.country }] }),
    ...(random.chance(0.12) ? { notes: random.pick(notes) } : {}),
    ...(random.chance(0.05) ? { company: `${lastname} & Partners` } : {}),
  };
}
