import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "../booking/lines.module.css";
import type { useInvoicePreview } from "./invoices.ts";

interface PreviewLinesProps {
  readonly preview: NonNullable<ReturnType<typeof useInvoicePreview>["data"]>;
  readonly formats: Formats;
}

/** The lines and sums of an invoice before it is issued. */
export function PreviewLines({ preview, formats }: PreviewLinesProps) {
  const { t } = useI18n();
  const money = (amount: string) => formats.money(amount, preview.currency);
  return (
    <table className={styles.lines}>
      <tbody>
        {preview.lines.map(({ kind, name, total_amount, vat_category, vat_percentage }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids and never move
          <tr key={index}>
            <th scope="row">
              {name ?? t(`invoices.lines.${kind}`)}
              {vat_category === "S" && <small>{t("invoices.vat", { rate: formats.percent(vat_percentage) })}</small>}
            </th>
            <td>{money(total_amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("invoices.containedVat")}</th>
          <td>{money(preview.tax_amount)}</td>
        </tr>
        <tr>
          <th scope="row">{t("invoices.total")}</th>
          <td>{money(preview.total_amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
