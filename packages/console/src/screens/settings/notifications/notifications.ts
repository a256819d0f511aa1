import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useAccountPath } from "../people.ts";

/** The kinds of notifications (docs/design/notifications.md). */
export type Kind = "booked" | "canceled" | "unread" | "feed" | "task";
export type Way = "mail" | "push";

/** The person's notifications in the account, and those that the role allows. */
export interface Choices {
  readonly kinds: readonly Kind[];
  readonly mail: readonly Kind[];
  readonly push: readonly Kind[];
  readonly digest_hour: number | null;
  readonly has_digest: boolean;
}

export const choicesKey = (path: string) => [path, "notifications"];

export function useChoices() {
  const path = useAccountPath();
  return useQuery({
    queryKey: choicesKey(path),
    queryFn: () => callConsole<Choices>("GET", `${path}/notifications`),
    staleTime: 0,
  });
}

/** The person's browsers with push messages, and the key that a browser subscribes with. */
export interface Devices {
  readonly public_key: string;
  readonly devices: readonly { readonly id: number; readonly name: string; readonly created_at: string }[];
}

export const devicesKey = ["devices"];

export const useDevices = () =>
  useQuery({ queryKey: devicesKey, queryFn: () => callConsole<Devices>("GET", "/me/devices"), staleTime: 0 });
