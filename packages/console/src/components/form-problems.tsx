import { Alert } from "@mantine/core";
import { ValidationError } from "@roost/client";
import { bookingId } from "../../../../src/core/reference.ts";
import { useI18n } from "../i18n/i18n.ts";
import type { Translate } from "../i18n/translate.ts";
import { BookingLink } from "./bookings/panel/booking-link.tsx";
import { capitalized, reasonOf } from "./reason.ts";

/** The problems of one attribute, to show at its field. */
export function fieldProblem(error: unknown, attribute: string): string | undefined {
  const messages = error instanceof ValidationError ? error.fields[attribute] : undefined;
  return messages?.join(" ");
}

interface FormProblemsProps {
  readonly error: unknown;
  /** Attributes whose problems are already shown at their fields. */
  readonly excluded: readonly string[];
  /** The saved and unsaved parts, unless nothing was saved. */
  readonly title?: string | undefined;
}

/** Shows the problems that belong to no field of the form. */
export function FormProblems({ error, excluded, title }: FormProblemsProps) {
  const { t } = useI18n();
  const messages = problemsOf(error, excluded, t);
  if (messages.length === 0 && !(error && title)) return null;
  return (
    <Alert color="red" mt="sm" role="alert" title={title ?? t("failure.refused")}>
      {messages.map((sentence) => (
        <p key={sentence}>
          <WithLinks text={sentence} />
        </p>
      ))}
    </Alert>
  );
}

/** Links the bookings that a sentence names by reference. */
function WithLinks({ text }: { readonly text: string }) {
  return text.split(/(?<=\bbooking )([0-9A-Z]{6,12})\b/).map((part, index) => {
    const id = index % 2 === 1 ? bookingId(part) : undefined;
    return id === undefined ? (
      part
    ) : (
      <BookingLink key={part} id={id}>
        {part}
      </BookingLink>
    );
  });
}

function problemsOf(error: unknown, excluded: readonly string[], t: Translate): string[] {
  if (!error) return [];
  if (error instanceof ValidationError)
    return Object.entries(error.fields)
      .filter(([attribute]) => !excluded.includes(attribute))
      .flatMap(([attribute, sentences]) =>
        sentences.map((sentence) =>
          capitalized(attribute === "base" ? sentence : `${attribute.replaceAll("_", " ")} ${sentence}`),
        ),
      );
  return [reasonOf(error, t)];
}
