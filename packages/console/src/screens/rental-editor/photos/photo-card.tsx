import { ActionIcon, Button, Group } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { DragEvent } from "react";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { photoProblem } from "./photo-problem.ts";
import { isBeingMade, type Photo } from "./photo-reads.ts";
import styles from "./photos.module.css";

interface PhotoCardProps {
  readonly photo: Photo;
  /** The position, from 1, and the number of photos. */
  readonly position: number;
  readonly count: number;
  readonly isDragged: boolean;
  readonly drag: (isDragged: boolean) => void;
  /** Called when the dragged photo is dropped here. */
  readonly drop: () => void;
  readonly move: (position: number) => void;
  readonly change: () => void;
  readonly remove: () => void;
}

/** A photo that can be dragged, or moved by buttons. */
export function PhotoCard({ photo, position, count, isDragged, drag, drop, move, change, remove }: PhotoCardProps) {
  const { language, t } = useI18n();
  const problem = photo.photo_error === null ? undefined : photoProblem(photo.photo_error, t);
  const description = textIn(photo.description, language);
  const name = description || t("photos.unnamed", { position });
  const url = photo.compact_url;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) event.preventDefault();
  };
  return (
    <li
      className={isDragged ? styles.carried : undefined}
      draggable
      onDragStart={() => drag(true)}
      onDragEnd={() => drag(false)}
      onDragOver={over}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        drop();
      }}
    >
      <div className={styles.picture}>
        {url === null ? (
          <p className="hint">{isBeingMade(photo) ? t("photos.beingMade") : t("photos.noPicture")}</p>
        ) : (
          <img src={url} alt={name} loading="lazy" draggable={false} />
        )}
      </div>
      <p>
        <strong>{position}</strong> {description || <span className="hint">{t("photos.noDescription")}</span>}
        {photo.kind !== null && <span className="hint"> · {t(`photos.kinds.${photo.kind}`)}</span>}
      </p>
      {photo.photo_error !== null && (
        <p className="bad" lang={problem === undefined ? "en" : undefined}>
          {problem ?? photo.photo_error}
        </p>
      )}
      <Group gap="xs">
        <ActionIcon
          size="1.625rem"
          variant="default"
          disabled={position === 1}
          aria-label={t("photos.earlierOf", { name })}
          title={t("photos.earlier")}
          onClick={() => move(position - 1)}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="1.625rem"
          variant="default"
          disabled={position === count}
          aria-label={t("photos.laterOf", { name })}
          title={t("photos.later")}
          onClick={() => move(position + 1)}
        >
          <ArrowDown size={16} aria-hidden />
        </ActionIcon>
        <Button size="compact-sm" variant="default" aria-label={t("photos.changeOf", { name })} onClick={change}>
          {t("photos.change")}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={t("photos.removeOf", { name })} onClick={remove}>
          {t("photos.remove")}
        </Button>
      </Group>
    </li>
  );
}
