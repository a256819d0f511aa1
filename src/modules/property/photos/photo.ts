import { decimal, id, integer, oneOf, storedFile, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxFileBytes } from "../../platform/files/upload.ts";
import { urlOf } from "./photo-sizes.ts";

/** What a photo shows (enums.yaml, photo_kinds). */
// biome-ignore format: one list, read as one
export const photoKinds = [
  "bathroom", "bedroom", "floor_plan", "inside", "kitchen", "livingroom", "outside", "surroundings",
] as const;

/** Photos of a rental (conventions.md, Bounds). */
export const mostPhotos = 500;

/** A photo of a rental, in several sizes and formats (the reference, photos; docs/design/files.md). */
export const photo = defineResource("photos", {
  singular: "photo",
  description: "A photo of a rental, in eight sizes. A rental has at most 500, in their order.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    description: translated({ maxLength: 80 }).description("What the photo shows, in a few words."),
    kind: oneOf(photoKinds).description("What part of the home it shows; null when nobody said."),
    micro_url: urlOf("micro"),
    thumb_url: urlOf("thumb"),
    small_url: urlOf("small"),
    compact_url: urlOf("compact"),
    medium_url: urlOf("medium"),
    large_url: urlOf("large"),
    grande_url: urlOf("grande"),
    giant_url: urlOf("giant"),
    position: integer({ min: 1, max: mostPhotos })
      .presentOrAbsent()
      .persistedByOperation()
      .description("Its place among the rental's photos, from 1; the others move along. The last place unless told."),
    height: integer().readOnly().description("Pixels of what was sent; null until it is there."),
    ratio: decimal()
      .from("round(photos.width::numeric / photos.height, 2)")
      .description("Width by height; null until it is there."),
    width: integer().readOnly().description("Pixels of what was sent; null until it is there."),
    size_in_bytes: integer().readOnly().description("Bytes of what was sent; null until it is there."),
    photo_error: string().readOnly().description("Why the last picture could not be had; null where nothing is wrong."),
    ...timestamps(),
    photo: storedFile(maxFileBytes).description(
      "The picture: JPEG, PNG, WebP, AVIF or GIF (its first frame). It or remote_photo_url makes a photo, or replaces its picture.",
    ),
    remote_photo_url: string({ maxLength: 2000, format: formats.url })
      .inputOnly()
      .description("Where the picture is fetched from, soon after the answer."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental that it shows."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
