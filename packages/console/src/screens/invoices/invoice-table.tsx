import { Anchor, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { ListHead } from "../../components/lists/list-head.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "../money/money.module.css";
import { CreditDialog } from "./credit-dialog.tsx";
import type { Invoice } from "./invoices.ts";
import { SendDialog } from "./send-dialog.tsx";

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  readonly formats: Formats;
  /** Whether each row links to its booking. */
  readonly linksBooking?: boolean;
}

/** Invoices and credit notes with their files and actions. */
export function InvoiceTable({ invoices, formats, linksBooking = false }: InvoiceTableProps) {
  const { t } = useI18n();
  const [sending, setSending] = useState<Invoice>();
  const [crediting, setCrediting] = useState<Invoice>();
  const titles = [t("invoices.number"), t("invoices.issuedOn"), t("invoices.recipient"), t("invoices.state")];
  return (
    <>
      <table className={styles.list}>
        <ListHead titles={titles} figures={[t("money.amount")]} figureClass={styles.figure} />
        <tbody>
          {invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              {...{ invoice, formats, linksBooking }}
              send={() => setSending(invoice)}
              credit={() => setCrediting(invoice)}
            />
          ))}
        </tbody>
      </table>
      {sending && <SendDialog invoice={sending} close={() => setSending(undefined)} />}
      {crediting && <CreditDialog invoice={crediting} formats={formats} close={() => setCrediting(undefined)} />}
    </>
  );
}

interface InvoiceRowProps {
  readonly invoice: Invoice;
  readonly formats: Formats;
  readonly linksBooking: boolean;
  readonly send: () => void;
  readonly credit: () => void;
}

function InvoiceRow({ invoice, formats, linksBooking, send, credit }: InvoiceRowProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { number, kind, buyer, currency, total_amount, pdf_url, ubl_url } = invoice;
  const { booking } = invoice.links;
  const isOpen = kind !== "credit_note" && invoice.credit_note_id === null;
  const title = `${t(`invoices.kinds.${kind}`)} ${number}`;
  return (
    <tr>
      <td data-name={t("invoices.number")}>
        {linksBooking && booking !== undefined ? <BookingLink id={booking}>{number}</BookingLink> : number}
        <small>{t(`invoices.kinds.${kind}`)}</small>
      </td>
      <td data-name={t("invoices.issuedOn")}>{formats.date(dayOf(invoice.issued_on))}</td>
      <td data-name={t("invoices.recipient")}>{buyer?.company ?? buyer?.name}</td>
      <td data-name={t("invoices.state")}>
        {kind !== "credit_note" && t(isOpen ? "invoices.inForce" : "invoices.credited")}
        {invoice.mailed_at !== null && (
          <small>{t("invoices.mailed", { date: formats.moment(invoice.mailed_at) })}</small>
        )}
      </td>
      <td className={styles.figure} data-name={t("money.amount")}>
        {formats.money(total_amount, currency)}
      </td>
      <td className={styles.steps}>
        <Group gap="xs" justify="flex-end">
          {pdf_url && (
            <Anchor href={pdf_url} target="_blank" rel="noreferrer" aria-label={t("invoices.pdfOf", { title })}>
              PDF
            </Anchor>
          )}
          {ubl_url && (
            <Anchor href={ubl_url} target="_blank" rel="noreferrer" aria-label={t("invoices.ublOf", { title })}>
              UBL
            </Anchor>
          )}
          {may("payments_write") && pdf_url && (
            <Button size="compact-sm" variant="default" aria-label={t("invoices.sendOf", { title })} onClick={send}>
              {t("invoices.send")}
            </Button>
          )}
          {may("payments_write") && isOpen && (
            <Button size="compact-sm" variant="default" aria-label={t("invoices.creditOf", { title })} onClick={credit}>
              {t("invoices.credit")}
            </Button>
          )}
        </Group>
      </td>
    </tr>
  );
}
