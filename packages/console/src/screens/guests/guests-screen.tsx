import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "../../components/page-header.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { GuestList } from "./guest-list.tsx";
import { GuestView } from "./guest-view.tsx";
import classes from "./guests.module.css";
import { NewGuest } from "./new-guest.tsx";

const route = getRouteApi("/guests");
const typingMs = 200;

/** The guest list and single guests (console.md, Screens). A phone shows either of them. */
export function GuestsScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { sought = "", guest } = route.useSearch();
  return (
    <div className={`${classes.guests} ${guest === undefined ? "" : classes.looking}`}>
      <section className={classes.list} aria-label={t("guests.list")}>
        <PageHeader title={t("screens.guests")} actions={<NewGuest />} />
        <SearchField sought={sought} />
        <GuestList sought={sought} chosen={guest} />
      </section>
      {guest === undefined ? (
        <p className={`empty ${classes.choose}`}>{t("guests.choose")}</p>
      ) : (
        <GuestView key={guest} id={guest} sought={sought} formats={formats} />
      )}
    </div>
  );
}

/** Keeps the search in the address, once the person pauses. */
function SearchField({ sought }: { readonly sought: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(sought);
  const seek = useDebouncedCallback((text: string) => {
    // Another screen may have opened while the search was waiting.
    if (!location.pathname.endsWith("/guests")) return;
    void navigate({
      to: "/guests",
      search: ({ sought: _, ...others }) => (text === "" ? others : { ...others, sought: text }),
      replace: true,
    });
  }, typingMs);
  return (
    <TextInput
      type="search"
      aria-label={t("guests.seek")}
      placeholder={t("guests.seek")}
      leftSection={<Search aria-hidden size={16} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        seek(currentTarget.value);
      }}
    />
  );
}
