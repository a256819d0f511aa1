import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useLocales, useRental } from "./edited-rental.ts";
import { parts } from "./parts.ts";
import { Meter } from "./readiness/meter.tsx";
import { RemoveRental } from "./remove-rental.tsx";
import styles from "./rental-editor.module.css";
import { RentalPartView } from "./rental-part.tsx";
import { usePartTitles } from "./use-part-titles.ts";
import { Wizard } from "./wizard/wizard.tsx";

/** A rental's parts, each saved separately, or the wizard that leads through them (console.md, Screens). */
export function EditorScreen() {
  const { t } = useI18n();
  const { account } = useSession();
  const { rental: shown } = useParams({ from: "/rentals/$rental" });
  const { part = "basics", step } = useSearch({ from: "/rentals/$rental" });
  const titles = usePartTitles();
  const id = Number(shown);
  const rental = useRental(id);
  const locales = useLocales();
  const error = rental.error ?? locales.error;
  const again = () => void Promise.all([rental.refetch(), locales.refetch()]);
  if (error || rental.data === undefined || !locales.data)
    return <PendingScreen title={t("screens.rentals")} error={error} reset={again} />;
  return (
    <div className={styles.editor}>
      <Link to="/rentals" className={styles.back}>
        <ChevronLeft size={16} aria-hidden />
        {t("rentalEditor.all")}
      </Link>
      {rental.data === null ? (
        <p className="empty">{t("rentalEditor.gone")}</p>
      ) : (
        <div key={id}>
          <PageHeader
            title={rental.data.name}
            actions={step === undefined && account.role === "owner" && <RemoveRental rental={rental.data} />}
          />
          {step === undefined && (
            <nav aria-label={t("rentalEditor.parts")}>
              {parts.map((one) => (
                <Link
                  key={one}
                  to="/rentals/$rental"
                  params={{ rental: shown }}
                  search={{ part: one }}
                  aria-current={one === part ? "page" : undefined}
                  activeProps={{}}
                >
                  {titles[one]}
                </Link>
              ))}
            </nav>
          )}
          <div className={styles.columns}>
            <div>
              {step === undefined ? (
                <RentalPartView key={part} part={part} rental={rental.data} locales={locales.data} />
              ) : (
                <Wizard key={step} step={step} rental={rental.data} locales={locales.data} />
              )}
            </div>
            <Meter rental={rental.data} inWizard={step !== undefined} />
          </div>
        </div>
      )}
    </div>
  );
}
