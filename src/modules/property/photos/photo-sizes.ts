import { string } from "../../../kernel/attribute.ts";

/** A photo's sizes: maximum pixels of the longer side. Smaller photos are never enlarged. */
export const photoSizes = {
  micro: 100,
  thumb: 200,
  small: 320,
  compact: 480,
  medium: 640,
  large: 1024,
  grande: 1600,
  giant: 2400,
} as const;

/** The formats of each size, by file extension. */
export const photoFormats = { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" } as const;
export type PhotoFormat = keyof typeof photoFormats;

/** A rendition's public token: the photo's prefix, the longer side and the format. `urlOf` builds it in SQL. */
export const renditionToken = (photo: string, side: number, format: PhotoFormat): string =>
  `${photo}-${side}-${format}`;

/** Returns a photo's longer sides in ascending order. Larger sizes share one at the photo's own size. */
export function sidesOf(width: number, height: number): number[] {
  const longest = Math.max(width, height);
  return [...new Set(Object.values(photoSizes).map((side) => Math.min(side, longest)))];
}

/** Defines a size's address attribute: null until the size is ready. */
export function urlOf(size: keyof typeof photoSizes) {
  const side = photoSizes[size];
  return string()
    .from(
      "case when photos.rendition_token is not null then :base_url || '/files/' || photos.rendition_token || '-' ||" +
        ` least(${side}, greatest(photos.width, photos.height)) || '-jpg/${size}.jpg' end`,
    )
    .description(
      `The JPEG of at most ${side} pixels per side; null until it is ready. Replace each jpg with webp or avif for these formats.`,
    );
}
