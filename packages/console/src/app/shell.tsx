import { NativeSelect } from "@mantine/core";
import { Link, Navigate, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { NoticeBoard } from "../components/notices.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { isOpenTo, placesFor } from "./navigation.ts";
import { useWorking } from "./session.tsx";

/** What stands around every screen: a way past it for the keyboard, the screens by how often they are used, the account, and the way out. */
export function Shell() {
  const { t } = useI18n();
  const { account } = useWorking();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // What is drawn, which is not yet what the address says while another screen loads.
  const drawn = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? "/" });
  const [isOpen, setOpen] = useState(false);
  const places = placesFor(account);
  const start = places[0]?.to ?? "/settings";
  const managing = account.role === "owner" || account.role === "manager";
  const title = path.includes("/bookings/") ? "booking" : places.find(({ to }) => path.includes(to))?.title;
  useEffect(() => {
    document.title = title ? `${t(`screens.${title}`)} · ${account.name}` : account.name;
    setOpen(false);
  }, [title, t, account.name]);
  return (
    <>
      <a className="skip" href="#screen">
        {t("shell.skip")}
      </a>
      <header className="shell">
        <a className="brand" href={`/console${start}`}>
          <img src="/assets/roost.svg" alt="" width="26" height="26" /> Roost
        </a>
        <button
          type="button"
          className="quiet menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          {t("shell.menu")}
        </button>
        <div id="navigation" className={isOpen ? "open" : undefined}>
          <nav aria-label={t("shell.screens")}>
            {places.map(({ to, title: name }) => (
              <Link key={name} to={to} onClick={() => setOpen(false)}>
                {t(`screens.${name}`)}
              </Link>
            ))}
            {managing && <a href="/applications">{t("shell.applications")}</a>}
          </nav>
          <Accounts />
          <form method="post" action="/sign_out">
            <SignOut />
          </form>
        </div>
      </header>
      <main id="screen" tabIndex={-1}>
        <NoticeBoard>
          {/* Who signs in, or looks at another account, may stand on a screen that is not for them there. */}
          {isOpenTo(account, drawn) ? <Outlet /> : <Navigate to={start} replace />}
        </NoticeBoard>
      </main>
    </>
  );
}

function Accounts() {
  const { t } = useI18n();
  const { person, account, choose } = useWorking();
  if (person.accounts.length === 1) return <span className="account">{account.name}</span>;
  return (
    <NativeSelect
      className="account"
      aria-label={t("shell.account")}
      value={account.id}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      data={person.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

function SignOut() {
  const { t } = useI18n();
  const { person } = useWorking();
  return (
    <>
      <input type="hidden" name="csrf_token" value={person.csrf_token} />
      <button type="submit" className="quiet" title={person.user.name}>
        {t("shell.signOut")}
      </button>
    </>
  );
}
