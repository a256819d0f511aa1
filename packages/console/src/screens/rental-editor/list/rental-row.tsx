import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, House } from "lucide-react";
import { dayOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { isBookable, needsOf } from "../readiness/needs.ts";
import styles from "./list.module.css";
import type { ListedRental } from "./rental-list.ts";

interface RentalRowProps {
  readonly rental: ListedRental;
  readonly picture: string | undefined;
  readonly arrival: string | undefined;
  readonly formats: Formats;
}

/** A rental with photo, place, price, next arrival, and what it lacks. The whole row leads to its editor. */
export function RentalRow({ rental, picture, arrival, formats }: RentalRowProps) {
  const { language, t } = useI18n();
  const { id, name, city, country_code, sleeps, base_rate, min_price, currency } = rental;
  const country =
    country_code && (new Intl.DisplayNames(language, { type: "region" }).of(country_code) ?? country_code);
  const facts = [city, country, sleeps !== null && t("rentalEditor.sleeps", { guests: sleeps })];
  const price = rental.nightly_rates_managed_externally ? min_price : base_rate;
  const needs = needsOf(rental).filter(({ isMet }) => !isMet);
  return (
    <li className={styles.row}>
      {picture ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" />
      ) : (
        <span className={styles.picture} aria-hidden>
          <House size={24} />
        </span>
      )}
      <div className={styles.name}>
        <Link to="/rentals/$rental" params={{ rental: String(id) }}>
          {name}
        </Link>
        <span>{facts.filter(Boolean).join(" · ")}</span>
      </div>
      <span className={isBookable(rental) ? styles.good : styles.bad}>
        {isBookable(rental) ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
        {needs.length === 0
          ? t("rentalWizard.bookable")
          : t(isBookable(rental) ? "rentalWizard.without" : "rentalWizard.missing", {
              needs: needs.map((need) => t(`rentalWizard.needs.${need.name}`)).join(", "),
            })}
      </span>
      <span className={styles.price}>
        {price !== null && t("rentalWizard.from", { price: formats.money(price, currency) })}
      </span>
      <span className={styles.arrival}>
        {arrival && t("rentalWizard.nextArrival", { date: formats.date(dayOf(arrival)) })}
      </span>
    </li>
  );
}
