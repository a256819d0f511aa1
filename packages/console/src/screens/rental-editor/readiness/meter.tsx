import { Link } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.ts";
import type { EditedRental } from "../edited-rental.ts";
import { type RentalPart, steps } from "../parts.ts";
import styles from "../rental-editor.module.css";
import { isBookable, needsOf } from "./needs.ts";

interface MeterProps {
  readonly rental: EditedRental;
  /** Whether its links lead to the wizard's steps. */
  readonly inWizard: boolean;
}

/** Says whether guests can book a rental and what it lacks, with a link to each field. */
export function Meter({ rental, inWizard }: MeterProps) {
  const { t } = useI18n();
  const searchOf = (part: RentalPart) =>
    inWizard ? { step: steps.findIndex(({ parts }) => parts.some((one) => one === part)) + 1 } : { part };
  const needs = needsOf(rental);
  return (
    <aside
      className={styles.meter}
      data-complete={needs.every(({ isMet }) => isMet) || undefined}
      aria-labelledby="meter-title"
    >
      <h2 id="meter-title">{isBookable(rental) ? t("rentalWizard.bookable") : t("rentalWizard.notBookable")}</h2>
      {isBookable(rental) && <p className="hint">{t("rentalWizard.allThere")}</p>}
      <ul>
        {needs.map(({ name, isMet, part, field }) => (
          <li key={name}>
            {isMet ? (
              <CircleCheck size={16} className={styles.done} aria-hidden />
            ) : (
              <Circle size={16} className={styles.open} aria-hidden />
            )}
            {isMet ? (
              <span>{t(`rentalWizard.needs.${name}`)}</span>
            ) : (
              <Link
                to="/rentals/$rental"
                params={{ rental: String(rental.id) }}
                search={searchOf(part)}
                {...(field && { hash: `field-${field}` })}
              >
                {t(`rentalWizard.needs.${name}`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </aside>
  );
}
