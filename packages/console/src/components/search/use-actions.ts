import { useRouter } from "@tanstack/react-router";
import { Ban, CalendarPlus, House, Tags } from "lucide-react";
import { isOpenTo, navigationFor } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { hasWords } from "../folded.ts";
import type { Result } from "./result-groups.ts";

const maxActions = 6;
const maxRentals = 5;

/** A rental whose nights are to be blocked. */
export interface BlockedRental {
  readonly id: number;
  readonly name: string;
}

interface Actions {
  readonly words: string;
  readonly rentals: ReadonlyMap<number, string>;
  readonly block: (rental: BlockedRental) => void;
}

/** The screens, and what can be done with a rental, whose words are typed. Without words, the screens. */
export function useActions({ words, rentals, block }: Actions): readonly Result[] {
  const { t } = useI18n();
  const router = useRouter();
  const { account, may } = useSession();
  const books = may("bookings_write") && isOpenTo(account, "/calendar");
  const newBooking: Result = {
    ...{ key: "new", label: t("shell.newBooking"), icon: CalendarPlus },
    act: () => void router.navigate({ to: "/calendar", search: { new: "booking" } }),
  };
  const screens = navigationFor(account).map(({ to, title, icon }) => ({
    ...{ key: to, label: t("search.goTo", { screen: t(`screens.${title}`) }), icon },
    act: () => void router.navigate({ to }),
  }));
  const general = [...(books ? [newBooking] : []), ...screens];
  if (words === "") return general;
  const ofRentals = [...rentals].flatMap(([id, name]) => [
    ...(books
      ? [{ key: `block ${id}`, label: t("search.block", { name }), icon: Ban, act: () => block({ id, name }) }]
      : []),
    ...(isOpenTo(account, "/rates") ? [ratesOf(id, name)] : []),
  ]);
  function ratesOf(rental: number, name: string): Result {
    return {
      ...{ key: `rates ${rental}`, label: t("search.ratesOf", { name }), icon: Tags },
      act: () => void router.navigate({ to: "/rates", search: { rental } }),
    };
  }
  return [...general, ...ofRentals].filter(({ label }) => hasWords(label, words)).slice(0, maxActions);
}

/** The rentals whose names are typed. They open in the editor, or in the calendar for those who may not edit. */
export function useRentalResults(words: string, rentals: ReadonlyMap<number, string>): readonly Result[] {
  const router = useRouter();
  const { account } = useSession();
  const edits = isOpenTo(account, "/rentals");
  if (words === "") return [];
  return [...rentals]
    .filter(([, name]) => hasWords(name, words))
    .slice(0, maxRentals)
    .map(([id, name]) => ({
      ...{ key: `rental ${id}`, label: name, icon: House },
      act: () =>
        void (edits
          ? router.navigate({ to: "/rentals/$rental", params: { rental: String(id) } })
          : router.navigate({ to: "/calendar", search: { q: name } })),
    }));
}
