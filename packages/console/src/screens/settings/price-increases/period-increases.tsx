import { CalendarRange } from "lucide-react";
import { useApplications } from "../../../components/applications.ts";
import { dayOf } from "../../../components/days.ts";
import { field } from "../../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import {
  draftOfPeriod,
  type PeriodDraft,
  type PeriodIncrease,
  usePeriodIncreases,
  usePeriodWriting,
} from "./increase-writing.ts";

/** Increases for one rental and arrivals between two days, instead of the application's default. */
export function PeriodIncreases() {
  const { t } = useI18n();
  const formats = useFormats();
  const [applications, rentals, periods] = [useApplications(), useRentals(), usePeriodIncreases()];
  const { writing, remove } = usePeriodWriting();
  const appChoices = (applications.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const rentalChoices = (rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const labelOf = (choices: typeof appChoices, id: number) =>
    choices.find(({ value }) => value === String(id))?.label ?? String(id);
  const nameOf = ({ links }: PeriodIncrease) =>
    `${labelOf(appChoices, links.application)} · ${labelOf(rentalChoices, links.rental)}`;
  const fields = [
    { ...field("application_id", "text", true), label: t("channelTexts.application"), choices: appChoices },
    { ...field("rental_id", "text", true), label: t("calendar.rental"), choices: rentalChoices },
    { ...field("start_date", "date", true), label: t("offers.first") },
    { ...field("end_date", "date", true), label: t("offers.last") },
    { ...field("price_increase", "percent", true), label: t("increases.percent") },
  ];
  const first = { application_id: appChoices[0]?.value ?? "", rental_id: rentalChoices[0]?.value ?? "" };
  return (
    <RecordSection
      title={t("increases.periods")}
      hint={t("increases.aboutPeriods")}
      icon={CalendarRange}
      empty={t("increases.noPeriods")}
      add={t("increases.add")}
      canAdd={appChoices.length > 0 && rentalChoices.length > 0}
      reads={[applications, rentals, periods]}
      list={periods.data}
      nameOf={nameOf}
      about={(one) => (
        <p>
          {t("increases.row", {
            percentage: formats.percent(one.price_increase),
            first: formats.date(dayOf(one.start_date)),
            last: formats.date(dayOf(one.end_date)),
          })}
        </p>
      )}
      dialog={(one, close) => (
        <RecordDialog<PeriodIncrease, PeriodDraft, number>
          {...{ writing, close }}
          {...wordsOf(fields)}
          id={one?.id}
          kind="applications_periods_rentals"
          title={one ? t("increases.edit") : t("increases.add")}
          draftOf={(stored) => draftOfPeriod(stored, first)}
          saved={t("increases.saved")}
        >
          {(form) => <FieldGrid {...{ fields, form }} />}
        </RecordDialog>
      )}
      removal={{
        title: (name) => t("offers.removeTitle", { name }),
        confirmLabel: t("increases.removeNow"),
        text: t("increases.removing"),
        done: (name) => t("increases.removed", { name }),
        act: remove,
      }}
    />
  );
}
