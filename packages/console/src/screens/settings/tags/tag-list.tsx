import { Button } from "@mantine/core";
import { Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { TagDot } from "../../../components/tags/tag-dot.tsx";
import { type Tag, type TagKind, useTags } from "../../../components/tags/tags.ts";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { TagDialog } from "./tag-dialog.tsx";

/** The tags of a kind, with their purpose. */
export function TagList({ kind }: { readonly kind: TagKind }) {
  const { language, t } = useI18n();
  const tags = useTags(kind);
  const locales = useLocales();
  const [edited, setEdited] = useState<Tag | "new">();
  if (!tags.data || !locales.data) return <Pending reads={[tags, locales]} />;
  const [title, about] =
    kind === "rentals_tags"
      ? [t("tags.rentals"), t("tags.aboutRentals")]
      : [t("tags.bookings"), t("tags.aboutBookings")];
  const add = <Button onClick={() => setEdited("new")}>{t("tags.add")}</Button>;
  const isEmpty = tags.data.length === 0;
  return (
    <section aria-label={title}>
      <h2>
        {title}
        {!isEmpty && add}
      </h2>
      <p className="hint">{about}</p>
      {isEmpty && <EmptyState icon={TagIcon} text={t("tags.none")} action={add} />}
      <RecordList label={title}>
        {tags.data.map((tag) => {
          const name = textIn(tag.name, language);
          return (
            <RecordRow
              key={tag.id}
              name={name}
              title={
                <>
                  <TagDot color={tag.color} /> {name}
                </>
              }
              edit={() => setEdited(tag)}
            />
          );
        })}
      </RecordList>
      {edited && (
        <TagDialog
          kind={kind}
          id={edited === "new" ? undefined : edited.id}
          locales={locales.data}
          close={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
