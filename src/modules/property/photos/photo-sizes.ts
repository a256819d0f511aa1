import { string } from "../../../kernel/attribute.ts";

/** The sizes of a photo: pixels of the longer side, at most. A smaller photo is never enlarged. */
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

/** The formats of each size, by the ending of its address. */
export const photoFormats = { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" } as const;
export type PhotoFormat = keyof typeof photoFormats;

/** The public token of a rendition: what the photo's begin with, the longer side, the format. It stands so in `urlOf`, too. */
export const renditionToken = (photo: string, side: number, format: PhotoFormat): string =>
  `${photo}-${side}-${format}`;

/** The longer sides that a photo has renditions of, ascending; sizes beyond its own share one of its own size. */
export function sidesOf(width: number, height: number): number[] {
  const longest = Math.max(width, height);
  return [...new Set(Object.values(photoSizes).map((side) => Math.min(side, longest)))];
}

/** The attribute of a size's address: null until there is something under it. */
export function urlOf(size: keyof typeof photoSizes) {
  const side = photoSizes[size];
  return string()
    .from(
      "case when photos.rendition_token is not null then :base_url || '/files/' || photos.rendition_token || '-' ||" +
        ` least(${side}, greatest(photos.width, photos.height)) || '-jpg/${size}.jpg' end`,
    )
    .description(
      `Its JPEG of at most ${side} pixels a side; null until it is there. With webp or avif in place of each jpg it is the same in that format.`,
    );
}
