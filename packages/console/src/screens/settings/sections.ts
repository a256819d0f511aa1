import type { Working } from "../../app/session.tsx";

/** The parts of the settings, in the order of their tabs. */
export const sections = ["me", "people", "programs"] as const;
export type Section = (typeof sections)[number];

/** What stands in the address: the part that is open. */
export interface SettingsSearch {
  readonly section?: Section;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  const section = sections.find((one) => one === search.section);
  return section ? { section } : {};
}

/** Owners alone look after people, and they and managers see which programs are installed (docs/decisions/0072). */
export function sectionsFor({ account }: Pick<Working, "account">): readonly Section[] {
  const isOpen: Readonly<Record<Section, boolean>> = {
    me: true,
    people: account.role === "owner",
    programs: account.role === "owner" || account.role === "manager",
  };
  return sections.filter((section) => isOpen[section]);
}
