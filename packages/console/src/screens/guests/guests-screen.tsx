import { Button, TextInput } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Failure } from "../../parts/failure.tsx";
import { useFormats } from "../../parts/use-formats.ts";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import { GuestView } from "./guest-view.tsx";
import "./guests.css";
import { useGuests } from "./guests.ts";

const route = getRouteApi("/guests");

/** Guests: who they are, where they have stayed, and what becomes of their data (console.md, Screens). */
export function GuestsScreen() {
  const { words } = useWords();
  const formats = useFormats();
  const { sought = "", guest } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={guest === undefined ? "guests" : "guests looking"}>
      <section className="list" aria-label={words.guests.list}>
        <h1>{words.screens.guests}</h1>
        <TextInput
          type="search"
          aria-label={words.guests.seek}
          placeholder={words.guests.seek}
          value={sought}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: value === "" ? {} : { sought: value }, replace: true })
          }
        />
        <Found sought={sought} chosen={guest} />
      </section>
      {guest === undefined ? (
        <p className="empty choose">{words.guests.choose}</p>
      ) : (
        <GuestView key={guest} id={guest} sought={sought} formats={formats} />
      )}
    </div>
  );
}

function Found({ sought, chosen }: { readonly sought: string; readonly chosen: number | undefined }) {
  const { words } = useWords();
  const list = useGuests(sought);
  if (list.error) return <Failure error={list.error} reset={() => void list.refetch()} />;
  if (!list.data) return <Waiting />;
  const guests = list.data.pages.flatMap(({ clients }) => clients);
  const total = Number(list.data.pages[0]?.meta["X-Total-Count"] ?? guests.length);
  return (
    <div className="rows">
      <output className="hint">
        {guests.length > 0 ? words.guests.count(total) : sought === "" ? words.guests.none : words.guests.noneFound}
      </output>
      <ul>
        {guests.map(({ id, fullname, company, emails, forget_me_at }) => (
          <li key={id}>
            <Link
              to="/guests"
              search={{ ...(sought === "" ? {} : { sought }), guest: id }}
              activeProps={{}}
              aria-current={id === chosen ? "true" : undefined}
            >
              <strong>{fullname ?? (forget_me_at ? words.inbox.erased : words.guests.nameless)}</strong>
              <span>{[company, emails[0]?.email].filter(Boolean).join(" · ")}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.guests.more}
        </Button>
      )}
    </div>
  );
}
