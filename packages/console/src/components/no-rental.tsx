import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { House } from "lucide-react";
import { useSession } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { EmptyState } from "./empty-state.tsx";

/** The empty state of an account without rentals, with a link to a new one if the person may. */
export function NoRental() {
  const { t } = useI18n();
  const { may } = useSession();
  const add = <Button renderRoot={(props) => <Link to="/rentals/new" {...props} />}>{t("rentalWizard.new")}</Button>;
  return <EmptyState icon={House} text={t("calendar.none")} action={may("rentals_write") && add} />;
}
