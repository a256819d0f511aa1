import { Button, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { Owner } from "./owners.ts";
import type { AmountName, Sum } from "./statements.ts";

/** An owner's month. */
export interface OwnedMonth {
  readonly owner: Owner;
  readonly sums: readonly Sum[];
  /** Undefined while a statement is open. */
  readonly mailedAt: string | undefined;
}

interface OwnersTableProps {
  readonly months: readonly OwnedMonth[];
  readonly month: string;
  readonly formats: Formats;
  /** Undefined for a person who may not send statements. */
  readonly send: ((month: OwnedMonth) => void) | undefined;
}

const figures = ["final_price", "kept_by_manager", "payback_to_owner"] as const satisfies readonly AmountName[];

/** The owners with their rentals, the manager's fee, their share, and the state of their statements. */
export function OwnersTable({ months, month, formats, send }: OwnersTableProps) {
  const { t } = useI18n();
  return (
    <table className={styles.list}>
      <thead>
        <tr>
          <th scope="col">{t("owners.owner")}</th>
          <th scope="col" className={styles.figure}>
            {t("owners.nights")}
          </th>
          {figures.map((name) => (
            <th key={name} scope="col" className={styles.figure}>
              {t(`owners.amounts.${name}`)}
            </th>
          ))}
          <th scope="col">{t("owners.statement")}</th>
          <th scope="col">
            <VisuallyHidden>{t("money.steps")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((owned) => (
          <OwnerRow
            key={owned.owner.contact?.id ?? owned.owner.name}
            {...{ owned, month, formats }}
            send={send && owned.owner.contact && (() => send(owned))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface OwnerRowProps {
  readonly owned: OwnedMonth;
  readonly month: string;
  readonly formats: Formats;
  readonly send: (() => void) | undefined;
}

function OwnerRow({ owned: { owner, sums, mailedAt }, month, formats, send }: OwnerRowProps) {
  const { t } = useI18n();
  const name = owner.name || t("owners.nobody");
  return (
    <tr>
      <td data-name={t("owners.owner")}>
        <Link
          to="/money/statements"
          search={{ month, ...(owner.contact ? { owner: owner.contact.id } : { name: owner.name }) }}
          className={styles.whole ?? ""}
        >
          {name}
          <small>{owner.rentals.map((rental) => rental.name).join(", ")}</small>
        </Link>
      </td>
      <td className={styles.figure} data-name={t("owners.nights")}>
        {sums.reduce((nights, sum) => nights + sum.nights, 0)}
      </td>
      {figures.map((figure) => (
        <td key={figure} className={styles.figure} data-name={t(`owners.amounts.${figure}`)}>
          {sums.map(({ currency, amounts }) => (
            <div key={currency}>{formats.money(amounts[figure], currency)}</div>
          ))}
        </td>
      ))}
      <td data-name={t("owners.statement")}>
        {mailedAt ? (
          <span className={styles.done}>{t("owners.mailedAt", { moment: formats.moment(mailedAt) })}</span>
        ) : (
          owner.contact && t("owners.open")
        )}
      </td>
      <td className={styles.steps}>
        {send && (
          <Button size="compact-sm" variant="default" aria-label={t("owners.sendTo", { name })} onClick={send}>
            {mailedAt ? t("owners.sendAgain") : t("owners.send")}
          </Button>
        )}
      </td>
    </tr>
  );
}
