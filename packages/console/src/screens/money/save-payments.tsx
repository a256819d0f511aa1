import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";
import { csvFileOf } from "../../parts/csv.ts";
import { textOf, todayHere } from "../../parts/days.ts";
import { FormProblems } from "../../parts/form-problems.tsx";
import { amountOf, digitsOf } from "../../parts/record-payment.ts";
import { saveFile } from "../../parts/save-file.ts";
import { type AllWords, useWords } from "../../words/words.tsx";
import { type ListedPayment, pagesOf } from "./listed-payments.ts";
import type { MoneySearch } from "./money-search.ts";
import { statusOf } from "./payment-row.tsx";

/** All payments that a filter finds, also those that are not on the screen yet, in a file. */
export function SavePayments({ search }: { readonly search: MoneySearch }) {
  const { words } = useWords();
  const { client } = useWorking();
  const saving = useMutation({
    mutationFn: async () => {
      const found: string[][] = [];
      for await (const payments of pagesOf(client, search, new AbortController().signal))
        found.push(...payments.map((payment) => cellsOf(payment, words)));
      const { columns, currency } = words.bookings;
      const heads = [words.booking.paidOn, words.booking.how, columns.reference, columns.rental, words.money.status];
      const rows = [[...heads, words.booking.name, words.money.amount, currency], ...found.reverse()];
      saveFile(`payments_${textOf(todayHere())}.csv`, csvFileOf(rows));
    },
  });
  return (
    <div className="csv">
      <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
        {words.reports.csv}
      </Button>
      <FormProblems error={saving.error} besides={[]} />
    </div>
  );
}

function cellsOf(payment: ListedPayment, words: AllWords): string[] {
  const { bookings = [], currency, kind, paid_at } = payment;
  return [
    paid_at?.slice(0, 10) ?? "",
    payment.refunded_payment_id ? words.booking.refund : words.booking.kinds[kind],
    bookings.map(({ reference }) => reference).join(" "),
    [...new Set(bookings.map(({ rental }) => String(rental?.name ?? "")))].join(", "),
    words.money.statuses[statusOf(payment)],
    payment.fullname ?? "",
    amountOf(payment.amount_in_cents, currency).toFixed(digitsOf(currency)),
    currency,
  ];
}
