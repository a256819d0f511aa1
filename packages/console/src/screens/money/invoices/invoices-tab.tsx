import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { DayInput } from "../../../components/day-input.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../../components/newest-first.ts";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { InvoiceTable } from "../../invoices/invoice-table.tsx";
import styles from "../money.module.css";
import { invoiceKinds, type MoneySearch, moneySearch, type TabProps } from "../money-search.ts";
import filterStyles from "../payments/payment-filters.module.css";

const perPage = 50;

/** Invoices and credit notes of all bookings, newest first. */
export function InvoicesTab({ search, change }: TabProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const invoices = useInvoices(search);
  const found = invoices.data?.pages.flatMap((page) => page.records);
  const total = invoices.data?.pages[0]?.total ?? 0;
  const { words, invoices: kind, from, until } = search;
  const isFiltered = [words, kind, from, until].some(Boolean);
  return (
    <>
      <InvoiceFilters search={search} change={change} />
      {!invoices.data && <Pending reads={[invoices]} />}
      {found?.length === 0 && (
        <EmptyState icon={FileText} text={t(isFiltered ? "invoices.noneFound" : "invoices.none")} />
      )}
      {found && found.length > 0 && (
        <>
          <output className="hint">{t("invoices.count", { count: total })}</output>
          <InvoiceTable invoices={found} formats={formats} linksBooking />
        </>
      )}
      {invoices.hasNextPage && (
        <div>
          <Button variant="default" loading={invoices.isFetchingNextPage} onClick={() => void invoices.fetchNextPage()}>
            {t("money.earlier")}
          </Button>
        </div>
      )}
    </>
  );
}

function InvoiceFilters({ search, change }: TabProps) {
  const { t } = useI18n();
  const set = (part: Readonly<Record<string, unknown>>): void => change(moneySearch({ ...search, ...part }));
  return (
    <form className={`${styles.bar} ${filterStyles.filters}`} data-open onSubmit={(event) => event.preventDefault()}>
      <TextInput
        type="search"
        label={t("invoices.search")}
        value={search.words ?? ""}
        onChange={({ currentTarget }) => set({ words: currentTarget.value })}
      />
      <NativeSelect
        label={t("invoices.kind")}
        value={search.invoices ?? ""}
        onChange={({ currentTarget }) => set({ invoices: currentTarget.value })}
        data={[
          { value: "", label: t("money.any") },
          ...invoiceKinds.map((value) => ({ value, label: t(`invoices.kinds.${value}`) })),
        ]}
      />
      <DayInput clearable label={t("invoices.from")} value={search.from ?? ""} onDay={(from) => set({ from })} />
      <DayInput clearable label={t("invoices.until")} value={search.until ?? ""} onDay={(until) => set({ until })} />
    </form>
  );
}

function useInvoices({ words, invoices: kind, from, until }: MoneySearch) {
  const { client, account } = useSession();
  const query = {
    ...(words && { query: words }),
    ...(kind && { kind: [kind] }),
    ...(from && { from }),
    // The last day is included.
    ...(until && { until }),
  };
  return useInfiniteQuery({
    queryKey: [account.id, "invoices", "list", query],
    initialPageParam: newestPage,
    queryFn: ({ pageParam, signal }) =>
      newestFirst(async (page) => {
        const { data } = await client.GET("/invoices", {
          params: { query: { ...query, per_page: perPage, page } },
          signal,
        });
        return pageOf(data.invoices, data.meta);
      }, pageParam),
    getNextPageParam: pageBefore,
    placeholderData: (before) => before,
  });
}
