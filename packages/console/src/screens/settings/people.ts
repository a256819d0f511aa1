import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";

/** Roles in an account, most powerful first (console.md, Roles). */
export const roles = ["owner", "manager", "accountant", "cleaner", "viewer"] as const;
export type Role = (typeof roles)[number];

/** A person in the account. */
export interface AccountPerson {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly rentals: readonly number[];
  readonly disabled: boolean;
  readonly last_seen_at: string | null;
}

/** A pending invitation. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly rentals: readonly number[];
  readonly expires_at: string;
}

/** A chosen role, and the rentals assigned to a cleaner. */
export interface Chosen {
  readonly role: Role;
  readonly rentals: readonly number[];
}

export const roleNamed = (name: string): Role => roles.find((role) => role === name) ?? "viewer";

export const useAccountPath = (): string => `/accounts/${useSession().account.id}`;

/** Not part of the API, so the change feed does not cover it: refetched whenever the screen opens. */
export function usePeople() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "people"],
    queryFn: async () =>
      (await callConsole<{ people: readonly AccountPerson[] }>("GET", `/accounts/${account.id}/people`)).people,
    staleTime: 0,
  });
}

export function useInvitations() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "invitations"],
    queryFn: async () =>
      (await callConsole<{ invitations: readonly Invitation[] }>("GET", `/accounts/${account.id}/invitations`))
        .invitations,
    staleTime: 0,
  });
}
