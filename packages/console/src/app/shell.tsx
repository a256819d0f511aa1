import { NativeSelect } from "@mantine/core";
import { Link, Navigate, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { clearDrafts } from "../components/draft/stored-drafts.ts";
import { NoticeBoard } from "../components/notices.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { isOpenTo, navigationFor } from "./navigation.ts";
import { OpenBooking } from "./open-booking.tsx";
import { useSession } from "./session.tsx";

/** The frame around every screen: skip link, navigation, account choice and sign-out. */
export function Shell() {
  const { t } = useI18n();
  const { account } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The rendered route, which lags behind the address while another screen loads.
  const renderedPath = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? "/" });
  const [isOpen, setOpen] = useState(false);
  const items = navigationFor(account);
  const start = items[0]?.to ?? "/settings";
  const managing = account.role === "owner" || account.role === "manager";
  const title = path.includes("/bookings/") ? "booking" : items.find(({ to }) => path.includes(to))?.title;
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
            {items.map(({ to, title: name }) => (
              <Link key={name} to={to} onClick={() => setOpen(false)}>
                {t(`screens.${name}`)}
              </Link>
            ))}
            {managing && <a href="/applications">{t("shell.applications")}</a>}
          </nav>
          <Accounts />
          <form method="post" action="/sign_out" onSubmit={clearDrafts}>
            <SignOut />
          </form>
        </div>
      </header>
      <main id="screen" tabIndex={-1}>
        <NoticeBoard>
          {/* After a sign-in or an account switch, the current screen may be closed to the role. */}
          {isOpenTo(account, renderedPath) ? <Outlet /> : <Navigate to={start} replace />}
          <OpenBooking />
        </NoticeBoard>
      </main>
    </>
  );
}

function Accounts() {
  const { t } = useI18n();
  const { person, account, choose } = useSession();
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
  const { person } = useSession();
  return (
    <>
      <input type="hidden" name="csrf_token" value={person.csrf_token} />
      <button type="submit" className="quiet" title={person.user.name}>
        {t("shell.signOut")}
      </button>
    </>
  );
}
