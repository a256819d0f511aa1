import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { reasonOf } from "../../../components/reason.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { TermSection } from "../term-section.tsx";
import { useUploads } from "./adding.ts";
import { PhotoCard } from "./photo-card.tsx";
import { PhotoDialog } from "./photo-dialog.tsx";
import { type Photo, usePhotos } from "./photo-reads.ts";
import { usePhotoWriting } from "./photo-writing.ts";
import styles from "./photos.module.css";
import { useDroppedFiles } from "./use-dropped-files.ts";

/** The file types that the service accepts. */
const acceptedTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif";

interface PhotosProps {
  readonly rental: number;
  readonly locales: readonly string[];
}

/** A rental's photos, in the order that guests see (console.md, Rental editor). */
export function Photos({ rental, locales }: PhotosProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const photos = usePhotos(rental);
  const { add, move, remove } = usePhotoWriting(rental);
  const { underWay, start, forget } = useUploads(add);
  const moving = useMutation({
    mutationFn: ({ photo, position }: { readonly photo: Photo; readonly position: number }) => move(photo, position),
    onSuccess: (_, { position }) => notify({ text: t("photos.moved", { position }) }),
  });
  const [dragged, setDragged] = useState<Photo>();
  const [changed, setChanged] = useState<Photo>();
  const [removed, setRemoved] = useState<Photo>();
  const { ref, isOver } = useDroppedFiles(start);
  const shown = photos.data ?? [];
  return (
    <TermSection id="photos" title={t("photos.title")} hint={t("photos.hint")} reads={[photos]}>
      <div ref={ref} className={isOver ? styles.over : undefined}>
        <FileButton multiple accept={acceptedTypes} onChange={start}>
          {(props) => <Button {...props}>{t("photos.add")}</Button>}
        </FileButton>
        <ul className={styles.onTheWay} aria-live="polite">
          {underWay.map(({ key, name, error }) => (
            <li key={key} className={error === undefined ? "hint" : "bad"}>
              {error === undefined
                ? t("photos.sending", { name })
                : t("photos.refused", { name, reason: reasonOf(error, t) })}{" "}
              {error !== undefined && (
                <button type="button" className="quiet" onClick={() => forget(key)}>
                  {t("photos.forget")}
                </button>
              )}
            </li>
          ))}
        </ul>
        <FormProblems error={moving.error} excluded={[]} />
        {shown.length === 0 && <p className="empty">{t("photos.none")}</p>}
        <ol className={styles.cards}>
          {shown.map((photo, index) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              position={index + 1}
              count={shown.length}
              isDragged={dragged?.id === photo.id}
              drag={(isDragged) => setDragged(isDragged ? photo : undefined)}
              drop={() => dragged && dragged.id !== photo.id && moving.mutate({ photo: dragged, position: index + 1 })}
              move={(position) => moving.mutate({ photo, position })}
              change={() => setChanged(photo)}
              remove={() => setRemoved(photo)}
            />
          ))}
        </ol>
      </div>
      {changed && <PhotoDialog {...{ rental, locales }} photo={changed} close={() => setChanged(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={t("photos.remove")}
          confirmLabel={t("photos.removeNow")}
          act={() => remove(removed)}
          done={() => notify({ text: t("photos.removed") })}
          close={() => setRemoved(undefined)}
        >
          <p>{t("photos.removing")}</p>
        </ConfirmDialog>
      )}
    </TermSection>
  );
}
