import { type PropsWithChildren, type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { Card } from "../card.tsx";

interface EditableCardProps {
  readonly title: string;
  readonly canEdit: boolean;
  /** The form that replaces the content. */
  readonly form: (close: () => void) => ReactNode;
}

/** A card whose content is edited in place. Afterwards the focus is back on its button. */
export function EditableCard({ title, canEdit, form, children }: PropsWithChildren<EditableCardProps>) {
  const { t } = useI18n();
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const edit = canEdit && !isEditing && (
    <button
      ref={button}
      type="button"
      className="quiet"
      aria-label={t("edit.what", { what: title })}
      onClick={() => setEditing(true)}
    >
      {t("edit.edit")}
    </button>
  );
  return (
    <Card title={title} step={edit}>
      {isEditing ? form(() => setEditing(false)) : children}
    </Card>
  );
}
