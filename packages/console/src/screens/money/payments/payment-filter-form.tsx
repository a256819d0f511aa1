import { Button, NativeSelect } from "@mantine/core";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { DayInput } from "../../../components/day-input.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { useGateways } from "../gateways.ts";
import { moneySearch, type TabProps } from "../money-search.ts";
import styles from "./payment-filters.module.css";
import { paymentKinds, paymentStatuses } from "./payment-filters.ts";

/** Filters payments by date, kind, status, rental and gateway. */
export function PaymentFilters({ search, change }: TabProps) {
  const { t } = useI18n();
  const rentals = useRentals();
  const gateways = useGateways();
  const set = (part: Readonly<Record<string, unknown>>): void => change(moneySearch({ ...search, ...part }));
  const day = (name: "from" | "until", label: string) => (
    <DayInput clearable label={label} value={search[name] ?? ""} onDay={(day) => set({ [name]: day })} />
  );
  const any = { value: "", label: t("money.any") };
  const [isOpen, setOpen] = useState(false);
  return (
    <form className={styles.filters} data-open={isOpen} onSubmit={(event) => event.preventDefault()}>
      <Button
        variant="default"
        className={styles.filterButton ?? ""}
        aria-expanded={isOpen}
        leftSection={<ListFilter size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t("calendar.filters")}
      </Button>
      {day("from", t("money.from"))}
      {day("until", t("money.until"))}
      <NativeSelect
        label={t("booking.how")}
        value={search.kind ?? ""}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
        data={[any, ...paymentKinds.map((value) => ({ value, label: t(`booking.kinds.${value}`) }))]}
      />
      <NativeSelect
        label={t("money.status")}
        value={search.status ?? ""}
        onChange={({ currentTarget }) => set({ status: currentTarget.value })}
        data={[any, ...paymentStatuses.map((value) => ({ value, label: t(`money.statuses.${value}`) }))]}
      />
      <NativeSelect
        label={t("bookings.columns.rental")}
        value={search.rental ?? ""}
        onChange={({ currentTarget }) => set({ rental: Number(currentTarget.value) })}
        data={[any, ...(rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
      {gateways.data && gateways.data.size > 0 && (
        <NativeSelect
          label={t("money.gateway")}
          value={search.gateway ?? ""}
          onChange={({ currentTarget }) => set({ gateway: Number(currentTarget.value) })}
          data={[any, ...[...gateways.data].map(([id, label]) => ({ value: String(id), label }))]}
        />
      )}
    </form>
  );
}
