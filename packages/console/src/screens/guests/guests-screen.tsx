import { Button, TextInput } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Failure } from "../../components/failure.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { GuestView } from "./guest-view.tsx";
import "./guests.css";
import { useGuests } from "./guests.ts";

const route = getRouteApi("/guests");

/** The guest list and single guests (console.md, Screens). */
export function GuestsScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { sought = "", guest } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={guest === undefined ? "guests" : "guests looking"}>
      <section className="list" aria-label={t("guests.list")}>
        <h1>{t("screens.guests")}</h1>
        <TextInput
          type="search"
          aria-label={t("guests.seek")}
          placeholder={t("guests.seek")}
          value={sought}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: value === "" ? {} : { sought: value }, replace: true })
          }
        />
        <Found sought={sought} chosen={guest} />
      </section>
      {guest === undefined ? (
        <p className="empty choose">{t("guests.choose")}</p>
      ) : (
        <GuestView key={guest} id={guest} sought={sought} formats={formats} />
      )}
    </div>
  );
}

function Found({ sought, chosen }: { readonly sought: string; readonly chosen: number | undefined }) {
  const { t } = useI18n();
  const list = useGuests(sought);
  if (list.error) return <Failure error={list.error} reset={() => void list.refetch()} />;
  if (!list.data) return <Waiting />;
  const guests = list.data.pages.flatMap(({ clients }) => clients);
  const total = Number(list.data.pages[0]?.meta["X-Total-Count"] ?? guests.length);
  return (
    <div className="rows">
      <output className="hint">
        {guests.length > 0
          ? t("guests.count", { guests: total })
          : sought === ""
            ? t("guests.none")
            : t("guests.noneFound")}
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
              <strong>{fullname ?? (forget_me_at ? t("inbox.erased") : t("guests.nameless"))}</strong>
              <span>{[company, emails[0]?.email].filter(Boolean).join(" · ")}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("guests.more")}
        </Button>
      )}
    </div>
  );
}
