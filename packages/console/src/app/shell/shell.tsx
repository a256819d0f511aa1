import { Link, Navigate, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { NoticeBoard } from "../../components/notices.tsx";
import { SearchEverything } from "../../components/search/search-everything.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { isOpenTo, navigationFor } from "../navigation.ts";
import { OpenBooking } from "../open-booking.tsx";
import { useSession } from "../session.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { ConnectionSign } from "./connection-sign.tsx";
import { LandingNotice } from "./landing-notice.tsx";
import { NewBooking } from "./new-booking.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ScreenGroups } from "./screen-links.tsx";
import classes from "./shell.module.css";

/** The frame around every screen: skip link, navigation, a new booking, and the person's menu. */
export function Shell() {
  const { t } = useI18n();
  const { account } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The rendered route, which lags behind the address while another screen loads.
  const renderedPath = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? "/" });
  const items = navigationFor(account);
  const start = items[0]?.to ?? "/settings";
  const title = path.includes("/bookings/") ? "booking" : items.find(({ to }) => path.includes(to))?.title;
  useEffect(() => {
    document.title = title ? `${t(`screens.${title}`)} · ${account.name}` : account.name;
  }, [title, t, account.name]);
  return (
    <>
      <a className="skip" href="#screen">
        {t("shell.skip")}
      </a>
      <header className="shell">
        <Link className="brand" to={start}>
          <img src="/assets/roost.svg" alt="" width="26" height="26" /> Roost
        </Link>
        <ConnectionSign />
        <NewBooking />
        <SearchEverything />
        <nav className={classes.sidebar} aria-label={t("shell.screens")}>
          <ScreenGroups items={items} />
        </nav>
        <PersonMenu />
      </header>
      <main id="screen" tabIndex={-1}>
        {/* After a sign-in or an account switch, the current screen may be closed to the role. */}
        {isOpenTo(account, renderedPath) ? <Outlet /> : <Navigate to={start} replace />}
        <OpenBooking />
        <NoticeBoard />
        <LandingNotice />
      </main>
      <BottomBar items={items} />
    </>
  );
}
