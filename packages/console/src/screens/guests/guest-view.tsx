import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useHeadingFocus } from "../../components/use-heading-focus.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import { GuestForm } from "./guest-form.tsx";
import { GuestHead } from "./guest-head.tsx";
import { GuestHistory } from "./guest-history.tsx";
import { useGuest } from "./guests.ts";
import { MergeGuest } from "./merge-guest.tsx";
import { PersonalData } from "./personal-data.tsx";

interface GuestViewProps {
  readonly id: number;
  readonly sought: string;
  readonly formats: Formats;
}

/** A guest: details, stays, conversations and data rights. */
export function GuestView({ id, sought, formats }: GuestViewProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const found = useGuest(id);
  const heading = useHeadingFocus(found.data !== undefined);
  const back = (
    <Link to="/guests" search={sought === "" ? {} : { sought }} activeProps={{}} className={classes.back}>
      ‹ {t("guests.back")}
    </Link>
  );
  if (!found.data)
    return (
      <div className={classes.guest}>
        {back}
        <Pending reads={[found]} />
      </div>
    );
  const guest = found.data;
  return (
    <section className={classes.guest} aria-labelledby="guest-name">
      {back}
      <GuestHead guest={guest} heading={heading} />
      {guest.forget_me_at !== null && guest.merged_at === null && <p className={classes.hint}>{t("guests.erased")}</p>}
      {guest.links.merged_into !== null && (
        <p className={classes.hint}>
          {t("merge.merged")}{" "}
          <Link to="/guests" search={{ guest: guest.links.merged_into }}>
            {t("merge.toKept")}
          </Link>
        </p>
      )}
      {guest.processing_restricted_at !== null && <p className={classes.hint}>{t("guests.restricted")}</p>}
      <GuestHistory guest={id} formats={formats} />
      {guest.forget_me_at === null && may("clients_write") && (
        <>
          <GuestForm guest={guest} />
          <MergeGuest guest={guest} />
          <PersonalData guest={guest} />
        </>
      )}
    </section>
  );
}
