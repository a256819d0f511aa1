import { Checkbox } from "@mantine/core";
import { useCleanedRentals } from "../../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useDraft } from "../../rental-editor/draft.ts";
import { PartForm } from "../../rental-editor/part-form.tsx";
import choices from "../scrolled-choices.module.css";
import { type BookingSite, useSiteWriting } from "./booking-site.ts";

/** The rentals that the site shows, where it does not show all. */
export function ShownRentalsForm({ site }: { readonly site: BookingSite }) {
  const { t } = useI18n();
  const { read, write } = useSiteWriting();
  const rentals = useCleanedRentals();
  const title = t("bookingSite.titles.rentals");
  const draft = useDraft<BookingSite>({
    title,
    shown: site,
    storedOf: ({ links }) => ({ rental_ids: links.rentals.join(",") }),
    read,
    write: (seen, { rental_ids = "" }) => write(seen, { rental_ids: idsIn(rental_ids) }),
  });
  const chosen = idsIn(draft.valueOf("rental_ids"));
  const byName = [...(rentals.data ?? [])].toSorted(([, one], [, other]) => one.name.localeCompare(other.name));
  const choose = (id: number, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== id);
    draft.change("rental_ids", (isChosen ? [...others, id] : others).toSorted((a, b) => a - b).join(","));
  };
  return (
    <PartForm
      id="rentals"
      title={title}
      draft={draft}
      excluded={["rental_ids"]}
      labelOf={() => title}
      changedMeanwhile={t("bookingSite.changedMeanwhile")}
    >
      <fieldset className={choices.box} aria-labelledby="rentals-title">
        <div className={choices.long}>
          {byName.map(([id, { name }]) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) => choose(id, checked)}
            />
          ))}
        </div>
      </fieldset>
    </PartForm>
  );
}

const idsIn = (text: string): number[] => (text === "" ? [] : text.split(",").map(Number));
