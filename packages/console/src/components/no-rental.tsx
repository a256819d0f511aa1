import { Link } from "@tanstack/react-router";
import { useSession } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";

/** The empty state of an account without rentals, with a link to add one if the person may. */
export function NoRental() {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <p className="empty">
      {t("calendar.none")} {may("rentals_write") && <Link to="/rentals">{t("rentalLinks.add")}</Link>}
    </p>
  );
}
