import { Alert, Button, Group, SegmentedControl } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import { ConflictView } from "../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../components/conflict/use-conditional-form.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { MoneyInput } from "../../components/money-input.tsx";
import { useNotices } from "../../components/notices.tsx";
import { type PricedRental, useMapWriting } from "../../components/prices/rate-map.ts";
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
  const { readRental, putRental } = useMapWriting();
  const put = (seen: PricedRental, { rate, kind }: BaseDraft, isWritten: boolean) =>
    putRental(seen, {
      ...{ base_rate: rate === "" ? null : String(rate), base_rate_kind: kind },
      nightly_rates_managed_externally: isWritten,
    });
  const form = useConditionalForm<PricedRental, BaseDraft>({
    shown: rental,
    draftOf: baseOf,
    read: () => readRental(rental.id),
    write: (seen, draft) => put(seen, draft, false),
    done: async ({ restart, undo }) => {
      restart(await readRental(rental.id));
      if (!rental.isWritten) return notify({ text: t("rates.baseSaved"), undo });
      const back = async () => put(await readRental(rental.id), baseOf(rental), true);
      return notify({ text: t("rates.followed"), undo: back });
    },
  });
  const { rate, kind } = form.draft;
  const labels = { rate: t("rates.baseRate", { currency: rental.currency }), kind: t("rates.baseRateKind") };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Group align="flex-end" gap="sm" mt="sm">
        <MoneyInput
          currency={rental.currency}
          label={labels.rate}
          className={styles.baseRate}
          required={rental.isWritten}
          value={rate}
          error={fieldProblem(form.error, "base_rate")}
          onChange={(value) => form.setDraft((before) => ({ ...before, rate: value }))}
        />
        <SegmentedControl
          aria-label={labels.kind}
          data={kinds.map((value) => ({ value, label: t(`rates.baseRateKinds.${value}`) }))}
          value={kind}
          onChange={(value) => form.setDraft((before) => ({ ...before, kind: value }))}
        />
        <Button
          type="submit"
          variant="default"
          loading={form.isPending}
          disabled={rental.isWritten ? rate === "" : !form.isDirty}
        >
          {rental.isWritten ? t("rates.follow") : t("rates.saveBase")}
        </Button>
      </Group>
      <FormProblems error={form.error} excluded={["base_rate"]} />
      <ConflictView
        title={t("records.changedMeanwhile")}
        conflict={form.conflict}
        nameOf={(field) => labels[field]}
        textOf={(draft, field) => (field === "kind" ? t(`rates.baseRateKinds.${draft.kind}`) : String(draft.rate))}
        keepMine={form.keepMine}
        takeTheirs={form.takeTheirs}
      />
    </form>
  );
}

const kinds = ["nightly", "weekly"] as const;

interface BaseDraft {
  readonly rate: number | string;
  readonly kind: PricedRental["baseRateKind"];
}

const baseOf = ({ baseRate, baseRateKind }: PricedRental): BaseDraft => ({
  rate: baseRate === null ? "" : Number(baseRate),
  kind: baseRateKind,
});
