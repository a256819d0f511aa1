import { Button, CloseButton, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { base64Of } from "../base64-of.ts";
import { FormProblems } from "../form-problems.tsx";
import classes from "./tasks.module.css";
import { type Task, useTaskSteps } from "./tasks.ts";

interface TaskPhotosProps {
  readonly task: Task;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
}

/** A task's photos, each a link to its whole picture. */
export function TaskPhotos({ task, mayAdd, mayRemove }: TaskPhotosProps) {
  const { t } = useI18n();
  const steps = useTaskSteps(task.id);
  const adding = useMutation({
    mutationFn: async (file: File | null) => {
      if (file) await steps.addPhoto(await base64Of(file), crypto.randomUUID());
    },
  });
  const removing = useMutation({ mutationFn: (id: number) => steps.removePhoto(id) });
  const photos = task.task_photos ?? [];
  if (photos.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={t("tasks.photos")}>
      <ul className={classes.photos}>
        {photos.map(({ id, url }, index) => (
          <li key={id}>
            <a href={url ?? ""} target="_blank" rel="noreferrer">
              <img src={url ?? ""} alt={t("tasks.photoOf", { number: index + 1 })} loading="lazy" />
            </a>
            {mayRemove && (
              <CloseButton
                aria-label={t("tasks.removePhoto", { number: index + 1 })}
                onClick={() => removing.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayAdd && (
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => adding.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<ImagePlus size={16} aria-hidden />}
              loading={adding.isPending}
            >
              {t("tasks.addPhoto")}
            </Button>
          )}
        </FileButton>
      )}
      <FormProblems error={adding.error ?? removing.error} excluded={[]} />
    </section>
  );
}
