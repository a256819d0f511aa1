import { Link } from "@tanstack/react-router";
import { useWorking } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";

/** That the account has no rental yet, and where whoever may makes one. */
export function NoRental() {
  const { t } = useI18n();
  const { may } = useWorking();
  return (
    <p className="empty">
      {t("calendar.none")} {may("rentals_write") && <Link to="/rentals">{t("rentalLinks.add")}</Link>}
    </p>
  );
}
