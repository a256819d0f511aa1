import { type Client, createClient, session as sessionOf } from "@roost/client";
import { createContext, type PropsWithChildren, useContext, useMemo, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";

/** What `GET /console/session` tells of the person who is signed in. */
export interface Person {
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly locale: string };
  readonly accounts: readonly Membership[];
  readonly csrf_token: string;
}

export interface Membership {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  /** Where the business is, in two letters. */
  readonly country: string | null;
  /** Since when the person works for it. */
  readonly since: string;
  readonly scopes: readonly string[];
  readonly sees: Sight | null;
}

/** What a role's limits leave beside its scopes; null for one without limits. */
interface Sight {
  /** Whether resources that are not named are seen. */
  readonly others: boolean;
  readonly resources: Readonly<Record<string, SeenPart | null>>;
}

interface SeenPart {
  readonly attributes: "all" | readonly string[];
  readonly relations: "all" | readonly string[];
}

/** The account that is looked at, and how to reach it. */
export interface Working {
  readonly person: Person;
  readonly account: Membership;
  readonly client: Client;
  may(scope: string): boolean;
  /** Whether the role sees a resource, or one attribute or relation of it: what is asked for in vain is refused whole. */
  sees(resource: string, part?: string): boolean;
  choose(account: number): void;
}

/** The newest token against forged requests: signing in anew changes it. */
let csrfToken = "";
export const presentCsrfToken = (): string => csrfToken;

/** @returns null when nobody is signed in */
export async function askSession(): Promise<Person | null> {
  const answer = await fetch("/console/session", { headers: { accept: "application/json" } });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  const person: Person = await answer.json();
  csrfToken = person.csrf_token;
  return person;
}

/** Leaves for the sign-in page, which leads back here. */
export function signIn(): void {
  location.assign(signInAddress());
}

export const signInAddress = (): string =>
  `/sign_in?return_to=${encodeURIComponent(location.pathname + location.search)}`;

const Context = createContext<Working | undefined>(undefined);
const chosenKey = "roost.account";

export function Account({ person, children }: PropsWithChildren<{ readonly person: Person }>) {
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(chosenKey)));
  const account = person.accounts.find(({ id }) => id === chosen) ?? oldestOf(person.accounts);
  const working = useMemo(() => account && workingFor(person, account, setChosen), [person, account]);
  return <Context value={working}>{working ? children : <NoAccount />}</Context>;
}

/** Who has not chosen yet begins where they have worked longest. */
const oldestOf = (accounts: readonly Membership[]): Membership | undefined =>
  accounts.toSorted((one, other) => one.since.localeCompare(other.since) || one.id - other.id)[0];

function isSeen({ others, resources }: Sight, resource: string, part: string | undefined): boolean {
  const seen = resources[resource];
  if (seen === undefined) return others;
  if (seen === null || part === undefined) return seen !== null;
  // Every record shows its links, of the relations that are seen.
  return part === "links" || [seen.attributes, seen.relations].some((names) => names === "all" || names.includes(part));
}

/** Somebody who works for no account any more. */
function NoAccount() {
  const { t } = useI18n();
  return <p className="failure">{t("shell.noAccount")}</p>;
}

function workingFor(person: Person, account: Membership, setChosen: (id: number) => void): Working {
  const auth = sessionOf({ account: () => account.id, csrfToken: () => csrfToken });
  return {
    person,
    account,
    client: createClient({ baseUrl: location.origin, auth }),
    may: (scope) => account.scopes.includes(scope),
    sees: (resource, part) => account.sees === null || isSeen(account.sees, resource, part),
    choose(id) {
      localStorage.setItem(chosenKey, String(id));
      setChosen(id);
    },
  };
}

/** Who is signed in, for which account they work, and the client for it. */
export function useWorking(): Working {
  const working = useContext(Context);
  if (!working) throw new Error("Nobody is signed in.");
  return working;
}
