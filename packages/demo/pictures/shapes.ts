/** SVG elements. Coordinates are for 1200 by 800, whatever the output size. */
export const width = 1200;
export const height = 800;

/** Left, top, width and height. */
export type Area = readonly [x: number, y: number, width: number, height: number];

export const rect = ([x, y, w, h]: Area, fill: string, more = ""): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, r: number, fill: string, more = ""): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;

/** Center, and half the width and height. */
export const ellipse = ([x, y, rx, ry]: Area, fill: string, more = ""): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

/** A vertical gradient; the id must be unique in the picture. */
export const shaded = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A picture inside another one, cropped to an area. */
export const inset = (x: number, y: number, w: number, h: number, content: string): string =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">${content}</svg>`;

/** A whole picture. Drawn smaller, to save work for the machine that scales it after the start. */
export const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 0.85}" height="${height * 0.85}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
