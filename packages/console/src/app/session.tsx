import { type Client, createClient, session as sessionOf } from "@roost/client";
import { createContext, type PropsWithChildren, useContext, useMemo, useState } from "react";
import { setAccountZone } from "../components/days.ts";
import { NoAccount } from "./shell/no-account.tsx";

/** The response of `GET /console/session`. */
export interface Person {
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly locale: string };
  readonly accounts: readonly Membership[];
  readonly csrf_token: string;
}

export interface Membership {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  /** The business's country: two letters. */
  readonly country: string | null;
  /** IANA, such as Europe/Lisbon. */
  readonly time_zone: string;
  /** The time at which the person joined the account. */
  readonly since: string;
  readonly scopes: readonly string[];
  readonly sees: Visibility | null;
}

/** A role's limits within its scopes; null for a role without limits. */
interface Visibility {
  /** Whether resources that are not listed are visible. */
  readonly others: boolean;
  readonly resources: Readonly<Record<string, VisibleParts | null>>;
}

interface VisibleParts {
  readonly attributes: "all" | readonly string[];
  readonly relations: "all" | readonly string[];
}

/** The signed-in person, the chosen account, and the client for it. */
export interface Session {
  readonly person: Person;
  readonly account: Membership;
  readonly client: Client;
  may(scope: string): boolean;
  /** Whether the role sees a resource, or one of its attributes or relations. The API rejects a whole request that names a hidden one. */
  sees(resource: string, part?: string): boolean;
  choose(account: number): void;
}

/** The current CSRF token. It changes with each sign-in. */
let csrfToken = "";
export const presentCsrfToken = (): string => csrfToken;

/** @returns null when not signed in */
export async function fetchSession(): Promise<Person | null> {
  const answer = await fetch("/console/session", { headers: { accept: "application/json" } });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The service responded with status ${answer.status}.`);
  const person: Person = await answer.json();
  csrfToken = person.csrf_token;
  return person;
}

/** Goes to the sign-in page, which returns here. */
export function signIn(): void {
  location.assign(signInAddress());
}

export const signInAddress = (): string =>
  `/sign_in?return_to=${encodeURIComponent(location.pathname + location.search)}`;

const Context = createContext<Session | undefined>(undefined);
const chosenKey = "roost.account";

export function Account({ person, children }: PropsWithChildren<{ readonly person: Person }>) {
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(chosenKey)));
  const account = person.accounts.find(({ id }) => id === chosen) ?? oldestOf(person.accounts);
  const session = useMemo(() => account && sessionFor(person, account, setChosen), [person, account]);
  return <Context value={session}>{session ? children : <NoAccount csrfToken={person.csrf_token} />}</Context>;
}

/** The default account: the one that the person joined first. */
const oldestOf = (accounts: readonly Membership[]): Membership | undefined =>
  accounts.toSorted((one, other) => one.since.localeCompare(other.since) || one.id - other.id)[0];

function isVisible({ others, resources }: Visibility, resource: string, part: string | undefined): boolean {
  const visible = resources[resource];
  if (visible === undefined) return others;
  if (visible === null || part === undefined) return visible !== null;
  // Every record has `links`, limited to visible relations.
  return (
    part === "links" || [visible.attributes, visible.relations].some((names) => names === "all" || names.includes(part))
  );
}

function sessionFor(person: Person, account: Membership, setChosen: (id: number) => void): Session {
  setAccountZone(account.time_zone);
  const auth = sessionOf({ account: () => account.id, csrfToken: () => csrfToken });
  return {
    person,
    account,
    client: createClient({ baseUrl: location.origin, auth }),
    may: (scope) => account.scopes.includes(scope),
    sees: (resource, part) => account.sees === null || isVisible(account.sees, resource, part),
    choose(id) {
      localStorage.setItem(chosenKey, String(id));
      setChosen(id);
    },
  };
}

/** The signed-in person, the chosen account, and the client for it. */
export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error("useSession needs a signed-in person.");
  return session;
}
