import { Link } from "@tanstack/react-router";
import { TagChoice } from "../../components/tags/tag-choice.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type EditedRental, useRentalWriting } from "./edited-rental.ts";

/** The rental's tags, each saved at once. */
export function RentalTags({ rental }: { readonly rental: EditedRental }) {
  const { t } = useI18n();
  const { write } = useRentalWriting(rental.id);
  const chosen = rental.links.rentals_tags ?? [];
  return (
    <section aria-labelledby="tags-title">
      <h2 id="tags-title">{t("tags.choose")}</h2>
      <TagChoice
        kind="rentals_tags"
        chosen={chosen}
        toggle={(id, isChosen) =>
          write(rental, { rentals_tag_ids: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) })
        }
      />
      <Link to="/settings/$section" params={{ section: "tags" }}>
        {t("tags.manage")}
      </Link>
    </section>
  );
}
