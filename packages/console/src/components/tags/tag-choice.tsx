import { Chip, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useI18n } from "../../i18n/i18n.ts";
import { FormProblems } from "../form-problems.tsx";
import { Pending } from "../pending.tsx";
import { textIn } from "../text-in.ts";
import { TagDot } from "./tag-dot.tsx";
import { type TagKind, useTags } from "./tags.ts";

interface TagChoiceProps {
  readonly kind: TagKind;
  readonly chosen: readonly number[];
  /** Adds or removes a tag at once. */
  readonly toggle: (tag: number, isChosen: boolean) => Promise<unknown>;
  readonly isReadOnly?: boolean;
}

/** A record's tags among the account's. Nothing for an account without tags. */
export function TagChoice({ kind, chosen, toggle, isReadOnly = false }: TagChoiceProps) {
  const { language, t } = useI18n();
  const tags = useTags(kind);
  const toggling = useMutation({
    mutationFn: ({ id, isChosen }: { readonly id: number; readonly isChosen: boolean }) => toggle(id, isChosen),
  });
  if (tags.error) return <Pending reads={[tags]} />;
  if (!tags.data?.length) return null;
  // While a tag is being saved, its new state is shown.
  const isShown = (id: number) =>
    toggling.isPending && toggling.variables.id === id ? toggling.variables.isChosen : chosen.includes(id);
  return (
    <>
      <Group gap="xs" my="xs" role="group" aria-label={t("tags.choose")}>
        {tags.data.map(({ id, name, color }) => (
          <Chip
            key={id}
            size="xs"
            checked={isShown(id)}
            disabled={isReadOnly || toggling.isPending}
            onChange={(isChosen) => toggling.mutate({ id, isChosen })}
          >
            <TagDot color={color} /> {textIn(name, language)}
          </Chip>
        ))}
      </Group>
      <FormProblems error={toggling.error} excluded={[]} />
    </>
  );
}
