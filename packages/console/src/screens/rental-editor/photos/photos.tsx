import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { FormProblems } from "../../../parts/form-problems.tsx";
import { useNotices } from "../../../parts/notices.tsx";
import { reasonOf } from "../../../parts/reason.ts";
import { SureDialog } from "../../../parts/sure-dialog.tsx";
import { TermSection } from "../term-section.tsx";
import { useAdding } from "./adding.ts";
import { PhotoCard } from "./photo-card.tsx";
import { PhotoDialog } from "./photo-dialog.tsx";
import { type Photo, usePhotos } from "./photo-reads.ts";
import { usePhotoWriting } from "./photo-writing.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import "./photos.css";

/** What the service makes its sizes of. */
const pictures = "image/jpeg,image/png,image/webp,image/avif,image/gif";

interface PhotosProps {
  readonly rental: number;
  readonly locales: readonly string[];
}

/** The photos of a rental, in the order in which guests see them (console.md, Rental editor). */
export function Photos({ rental, locales }: PhotosProps) {
  const { t } = useI18n();
  const { tell } = useNotices();
  const photos = usePhotos(rental);
  const { add, move, remove } = usePhotoWriting(rental);
  const { underWay, start, forget } = useAdding(add);
  const moving = useMutation({
    mutationFn: ({ photo, place }: { readonly photo: Photo; readonly place: number }) => move(photo, place),
    onSuccess: (_, { place }) => tell({ text: t("photos.moved", { place }) }),
  });
  const [carried, setCarried] = useState<Photo>();
  const [changed, setChanged] = useState<Photo>();
  const [removed, setRemoved] = useState<Photo>();
  const { ref, isOver } = useDroppedFiles(start);
  const shown = photos.data ?? [];
  return (
    <TermSection id="photos" title={t("photos.title")} hint={t("photos.hint")} reads={[photos]}>
      <div ref={ref} className={`photos${isOver ? " over" : ""}`}>
        <FileButton multiple accept={pictures} onChange={start}>
          {(props) => <Button {...props}>{t("photos.add")}</Button>}
        </FileButton>
        <ul className="on-the-way" aria-live="polite">
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
        <FormProblems error={moving.error} besides={[]} />
        {shown.length === 0 && <p className="empty">{t("photos.none")}</p>}
        <ol className="photo-cards">
          {shown.map((photo, index) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              place={index + 1}
              count={shown.length}
              isCarried={carried?.id === photo.id}
              carry={(isCarried) => setCarried(isCarried ? photo : undefined)}
              drop={() => carried && carried.id !== photo.id && moving.mutate({ photo: carried, place: index + 1 })}
              move={(place) => moving.mutate({ photo, place })}
              change={() => setChanged(photo)}
              remove={() => setRemoved(photo)}
            />
          ))}
        </ol>
      </div>
      {changed && <PhotoDialog {...{ rental, locales }} photo={changed} close={() => setChanged(undefined)} />}
      {removed && (
        <SureDialog
          title={t("photos.remove")}
          yes={t("photos.removeNow")}
          act={() => remove(removed)}
          done={() => tell({ text: t("photos.removed") })}
          close={() => setRemoved(undefined)}
        >
          <p>{t("photos.removing")}</p>
        </SureDialog>
      )}
    </TermSection>
  );
}
