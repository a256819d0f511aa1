import { Button, Group } from "@mantine/core";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Card } from "../booking/card.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { useBookingInvoices } from "./invoices.ts";
import { IssueDialog } from "./issue-dialog.tsx";

interface InvoicesCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** A booking's invoices, and buttons to issue them. */
export function InvoicesCard({ booking, formats }: InvoicesCardProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const isShown = may("payments_read") || may("payments_write");
  const invoices = useBookingInvoices(booking.id, isShown);
  const [issuing, setIssuing] = useState<"invoice" | "deposit">();
  const { currency } = booking;
  if (!isShown || !currency || booking.unavailable) return null;
  const hasFinal = invoices.data?.some(({ kind, credit_note_id }) => kind === "invoice" && credit_note_id === null);
  const canIssue = may("payments_write") && invoices.data && !hasFinal;
  return (
    <Card title={t("invoices.title")}>
      {!invoices.data && <Pending reads={[invoices]} />}
      {invoices.data?.length === 0 && <p className="hint">{t("invoices.none")}</p>}
      {invoices.data && invoices.data.length > 0 && <InvoiceTable invoices={invoices.data} formats={formats} />}
      {canIssue && (
        <Group gap="xs" mt="sm">
          <Button
            variant="default"
            leftSection={<FileText size={16} aria-hidden />}
            onClick={() => setIssuing("invoice")}
          >
            {t("invoices.new.invoice")}
          </Button>
          {booking.status !== "Canceled" && (
            <Button variant="default" onClick={() => setIssuing("deposit")}>
              {t("invoices.new.deposit")}
            </Button>
          )}
        </Group>
      )}
      {issuing && (
        <IssueDialog {...{ booking, currency, formats }} kind={issuing} close={() => setIssuing(undefined)} />
      )}
    </Card>
  );
}
