import type { DemoAccount } from "../content/accounts.ts";
import { slug } from "../content/destinations.ts";
import { type Homeland, homelands } from "../content/people.ts";
import type { Random } from "./random.ts";

/** A guest, as the body of the API's creation. */
export interface PlannedClient {
  readonly firstname: string;
  readonly lastname: string;
  readonly preferred_locale: string;
  readonly emails: readonly { readonly label: string; readonly email: string }[];
  readonly addresses: readonly object[];
}

const notes = [
  "Prefers e-mail to phone calls.",
  "Allergic to feathers: synthetic pillows, please.",
  "Comes every year for the wedding anniversary.",
  "Travels by train and needs to be picked up from the station.",
];

/** An account's guests: at least one from each of its countries, with unique names. */
export function planClients(random: Random, account: DemoAccount): PlannedClient[] {
  const clients: PlannedClient[] = [];
  const names = new Set<string>();
  const countries = [...new Set(account.guestsFrom)];
  while (clients.length < account.clients) {
    const country = countries[clients.length] ?? random.pick(account.guestsFrom);
    const home = homelands.find((candidate) => candidate.country === country);
    if (!home) throw new Error(`No guest data for the country ${country}.`);
    const firstname = random.pick(home.first);
    const lastname = random.pick(home.last);
    if (names.has(`${firstname} ${lastname}`)) continue;
    names.add(`${firstname} ${lastname}`);
    clients.push(aClient(random, home, firstname, lastname, account.locales));
  }
  return clients;
}

function aClient(
  random: Random,
  home: Homeland,
  firstname: string,
  lastname: string,
  locales: readonly string[],
): PlannedClient {
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
