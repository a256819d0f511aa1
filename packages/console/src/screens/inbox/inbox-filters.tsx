import { Link } from "@tanstack/react-router";
import { useWords } from "../../words/words.tsx";
import { type Shown, shownKinds } from "./inbox-search.ts";

/** Which conversations are listed, kept in the address. */
export function InboxFilters({ shown }: { readonly shown: Shown }) {
  const { words } = useWords();
  return (
    <nav className="filters" aria-label={words.inbox.filters}>
      {shownKinds.map((kind) => (
        <Link
          key={kind}
          to="/inbox"
          search={kind === "open" ? {} : { shown: kind }}
          activeProps={{}}
          aria-current={kind === shown ? "true" : undefined}
        >
          {words.inbox.shown[kind]}
        </Link>
      ))}
    </nav>
  );
}
