import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import back from "../../components/back-link.module.css";
import { NotFound } from "../../components/not-found.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { showCurrentLink } from "../../components/show-current-link.ts";
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
  if (rental.data === undefined || !locales.data)
    return <PendingScreen title={t("screens.rentals")} reads={[rental, locales]} />;
  if (rental.data === null) return <NotFound title={t("rentalEditor.gone")} screen="/rentals" />;
  return (
    <div className={styles.editor}>
      <Link to="/rentals" className={back.back ?? ""}>
        <ArrowLeft size={16} aria-hidden />
        {t("rentalEditor.all")}
      </Link>
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
                {...(one === part && { ref: showCurrentLink })}
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
    </div>
  );
}
