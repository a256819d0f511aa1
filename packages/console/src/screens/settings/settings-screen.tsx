import { Link, useSearch } from "@tanstack/react-router";
import { useWorking } from "../../app/session.tsx";
import { useWords } from "../../words/words.tsx";
import { OwnSection } from "./own-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { ProgramsSection } from "./programs-section.tsx";
import { type Section, sectionsFor } from "./sections.ts";
import "./settings.css";

const parts: Readonly<Record<Section, () => React.ReactNode>> = {
  me: OwnSection,
  people: PeopleSection,
  programs: ProgramsSection,
};

/** What belongs to the account and not to a stay: people, programs, what was changed; and oneself (console.md, Screens). */
export function SettingsScreen() {
  const { words } = useWords();
  const working = useWorking();
  const { section } = useSearch({ from: "/settings" });
  const open = sectionsFor(working);
  const shown = open.find((one) => one === section) ?? "me";
  const Part = parts[shown];
  return (
    <div className="settings">
      <h1>{words.screens.settings}</h1>
      <nav aria-label={words.settings.parts}>
        {open.map((one) => (
          <Link
            key={one}
            to="/settings"
            search={{ section: one }}
            activeOptions={{ exact: true }}
            aria-current={one === shown ? "page" : undefined}
            activeProps={{}}
          >
            {words.settings.titles[one]}
          </Link>
        ))}
      </nav>
      <Part key={shown} />
    </div>
  );
}
