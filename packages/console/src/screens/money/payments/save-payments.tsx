import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { csvFileOf, plainAmount } from "../../../components/csv.ts";
import { dayThen, textOf, todayHere } from "../../../components/days.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { saveFile } from "../../../components/save-file.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { MoneySearch } from "../money-search.ts";
import { type ListedPayment, pagesOf, zoneOf } from "./listed-payments.ts";
import { partiesOf, statusOf } from "./payment-row.tsx";

/** Downloads all matching payments, including those not loaded yet. */
export function SavePayments({ search }: { readonly search: MoneySearch }) {
  const { t } = useI18n();
  const { client } = useSession();
  const { separators } = useFormats();
  const saving = useMutation({
    mutationFn: async () => {
      const found: string[][] = [];
      for await (const payments of pagesOf(client, search, new AbortController().signal))
        found.push(...payments.map((payment) => cellsOf(payment, t)));

      const heads = [
        t("booking.paidOn"),
        t("booking.how"),
        t("bookings.columns.reference"),
        t("bookings.columns.guest"),
        t("bookings.columns.rental"),
        t("money.status"),
      ];
      const rows = [[...heads, t("money.payer"), t("money.amount"), t("bookings.currency")], ...found.reverse()];
      saveFile(`payments_${textOf(todayHere())}.csv`, csvFileOf(rows, separators));
    },
  });
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t("reports.csv")}
      </Button>
      <FormProblems error={saving.error} excluded={[]} />
    </div>
  );
}

function cellsOf(payment: ListedPayment, t: Translate): string[] {
  const { bookings = [], currency, kind, paid_at } = payment;
  const { guests, rentals } = partiesOf(payment);
  return [
    paid_at ? textOf(dayThen(paid_at, zoneOf(payment))) : "",
    payment.refunded_payment_id && payment.kind !== "dispute" ? t("booking.refund") : t(`booking.kinds.${kind}`),
    bookings.map(({ reference }) => reference).join(" "),
    guests,
    rentals,
    t(`money.statuses.${statusOf(payment)}`),
    payment.fullname ?? "",
    plainAmount(amountOf(payment.amount_in_cents, currency), currency),
    currency,
  ];
}
