/** Pixels of a picture that is opened at all: those of the largest cameras. Open, each takes four bytes. */
export const mostPixels = 64_000_000;

/** How a picture is opened that somebody sent: not beyond these pixels, and not if a part of it is missing. */
export const guarded = { limitInputPixels: mostPixels, failOn: "truncated", sequentialRead: true } as const;
