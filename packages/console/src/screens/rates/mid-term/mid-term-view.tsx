import { Alert, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import type { PricedRental } from "../../../components/prices/rate-map.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { YearMarking } from "../year-marking.tsx";
import { type MidTermRates, useMidTermRates, useMidTermWriting } from "./mid-term.ts";
import { PriceForm } from "./price-form.tsx";

interface MidTermViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** A year of nightly prices for stays of 31 nights or more, which ignore the rules (pricing.md §7). */
export function MidTermView({ rental, formats }: MidTermViewProps) {
  const rates = useMidTermRates(rental.id);
  if (rates.data === undefined) return <Pending reads={[rates]} />;
  return rates.data && <Nights {...{ rental, formats }} rates={rates.data} />;
}

function Nights({ rental, formats, rates }: MidTermViewProps & { readonly rates: MidTermRates }) {
  const { t } = useI18n();
  return (
    <section>
      <ActiveSwitch rental={rental} isActive={rates.isActive} />
      <YearMarking
        label={t("midTerm.grid", { rental: rental.name })}
        map={rates.map}
        {...{ rental, formats }}
        face={(rate) => ({ name: formats.money(rate, rental.currency) })}
        form={(marking, mark) => <PriceForm {...{ rental, rates, marking, mark, formats }} />}
      />
    </section>
  );
}

/** Whether the prices apply, with the consequences. */
function ActiveSwitch({ rental, isActive }: { readonly rental: PricedRental; readonly isActive: boolean }) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { activate } = useMidTermWriting(rental.id);
  const switching = useMutation({
    mutationFn: activate,
    onSuccess: (_, wanted) =>
      notify({ text: wanted ? t("midTerm.on") : t("midTerm.off"), undo: () => activate(!wanted) }),
  });
  return (
    <Alert color="gray" mb="md" title={t("midTerm.title")}>
      <p>{isActive ? t("midTerm.applies") : t("midTerm.ordinary")}</p>
      <Switch
        label={t("midTerm.switch")}
        checked={isActive}
        disabled={switching.isPending || !may("rentals_write")}
        onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
      />
      <FormProblems error={switching.error} excluded={[]} />
    </Alert>
  );
}
