import { Alert, Button, Group, SegmentedControl } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { MoneyInput } from "../../components/money-input.tsx";
import { useNotices } from "../../components/notices.tsx";
import { type PricedRental, useMapWriting } from "../../components/prices/rate-map.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./rates.module.css";
import type { TakingOver } from "./use-take-over.ts";

interface PriceSourceProps {
  readonly rental: PricedRental;
  readonly taking: TakingOver;
}

/** Says where a rental's prices come from, and leads from base rate and seasons to single nights and back. */
export function PriceSource({ rental, taking }: PriceSourceProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const mayWrite = may("rates_write") && may("rentals_write");
  return (
    <Alert
      color="gray"
      mt="md"
      title={rental.isWritten ? t("rates.writtenTitle") : t("rates.followsTitle")}
      className={styles.source}
    >
      <p>{rental.isWritten ? t("rates.written") : t("rates.follows")}</p>
      {mayWrite && <BaseRate key={String(rental.isWritten)} rental={rental} />}
      {mayWrite && !rental.isWritten && (
        <Button mt="sm" variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
          {t("rates.takeOver")}
        </Button>
      )}
      <FormProblems error={taking.error} excluded={[]} />
    </Alert>
  );
}

/** The base rate. Where nights are priced one by one, saving it returns to base rate and seasons. */
function BaseRate({ rental }: Pick<PriceSourceProps, "rental">) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { putBase } = useMapWriting();
  const form = useForm<{ rate: number | string; kind: PricedRental["baseRateKind"] }>({
    initialValues: { rate: rental.baseRate === null ? "" : Number(rental.baseRate), kind: rental.baseRateKind },
  });
  const { rate, kind } = form.values;
  const saving = useSubmit({
    mutationFn: () => putBase(rental.id, { rate: rate === "" ? null : String(rate), kind }, false),
    onSuccess: () => {
      const former = { rate: rental.baseRate, kind: rental.baseRateKind };
      notify(
        rental.isWritten
          ? { text: t("rates.followed"), undo: () => putBase(rental.id, former, true) }
          : { text: t("rates.baseSaved"), undo: () => putBase(rental.id, former, false) },
      );
      form.resetDirty();
    },
  });
  return (
    <form onSubmit={form.onSubmit(() => saving.submit())}>
      <Group align="flex-end" gap="sm" mt="sm">
        <MoneyInput
          currency={rental.currency}
          label={t("rates.baseRate", { currency: rental.currency })}
          className={styles.baseRate}
          required={rental.isWritten}
          {...form.getInputProps("rate")}
          error={fieldProblem(saving.error, "base_rate")}
        />
        <SegmentedControl
          aria-label={t("rates.baseRateKind")}
          data={(["nightly", "weekly"] as const).map((value) => ({ value, label: t(`rates.baseRateKinds.${value}`) }))}
          {...form.getInputProps("kind")}
        />
        <Button
          type="submit"
          variant="default"
          loading={saving.isPending}
          disabled={rental.isWritten ? rate === "" : !form.isDirty()}
        >
          {rental.isWritten ? t("rates.follow") : t("rates.saveBase")}
        </Button>
      </Group>
      <FormProblems error={saving.error} excluded={["base_rate"]} />
    </form>
  );
}
