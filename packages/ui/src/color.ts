/**
 * Readable shades of any brand color, for both themes.
 *
 * Marks and lines show the brand color itself. White on the default #1677ff reaches only 4.10:1, and WCAG
 * 2.2 AA requires 4.5:1. Buttons, text and links therefore use the nearest OKLCH lightness that reaches
 * it. The hue stays, and as much chroma as sRGB can represent.
 * This file imports nothing that runs, because the inline script that sets the theme uses it.
 */

import type { BrandColors } from './brandColors.ts';

export type Theme = 'light' | 'dark';

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Lightness 0 to 1, chroma, hue in radians. */
type Oklch = readonly [number, number, number];

/** Surfaces below brand-colored text. The values must match tokens.css. */
export const surfaces = {
  light: ['#f4f6fa', '#ffffff', '#f6f8fb', '#e9eef5'],
  dark: ['#11161e', '#19202a', '#202936', '#2a3445'],
} as const satisfies Record<Theme, readonly string[]>;

const textContrast = 4.5;

/** Parses `#rgb` or `#rrggbb`. Returns null for anything else. */
export function parseColor(text: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim());
  const match = short ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (!match) return null;
  const channel = (part: string | undefined) =>
    Number.parseInt(short ? `${part}${part}` : (part ?? ''), 16);
  return [channel(match[1]), channel(match[2]), channel(match[3])];
}

/** Formats a color as `#rrggbb`. */
export function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toGamma = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Returns the relative luminance (WCAG 2.2), 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  return (
    0.2126 * toLinear(red / 255) + 0.7152 * toLinear(green / 255) + 0.0722 * toLinear(blue / 255)
  );
}

/** Returns the contrast ratio of two colors (WCAG 2.2), 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

// Matrices of the OKLab definition by Björn Ottosson, for sRGB with D65.
function toOklch(rgb: Rgb): Oklch {
  const red = toLinear(rgb[0] / 255);
  const green = toLinear(rgb[1] / 255);
  const blue = toLinear(rgb[2] / 255);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(a, b),
    Math.atan2(b, a),
  ];
}

function toLinearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Returns the nearest sRGB color of the same lightness and hue, with chroma reduced until it fits. */
function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  let low = 0;
  let high = chroma;
  const fits = (value: number) =>
    toLinearRgb([lightness, value, hue]).every(
      (channel) => channel >= -0.0005 && channel <= 1.0005,
    );
  if (!fits(high)) {
    for (let step = 0; step < 12; step++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    high = low;
  }
  const [red, green, blue] = toLinearRgb([lightness, high, hue]);
  const channel = (value: number) => Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255);
  return [channel(red), channel(green), channel(blue)];
}

/**
 * Moves the lightness of `color` down (direction -1) or up (1) as little as possible, until it reaches 4.5:1
 * on every background. Falls back to black or white.
 */
function adjustForContrast(color: Rgb, backgrounds: readonly Rgb[], direction: -1 | 1): Rgb {
  const isReadable = (candidate: Rgb) =>
    backgrounds.every((background) => contrast(candidate, background) >= textContrast);
  if (isReadable(color)) return color;
  const [start, chroma, hue] = toOklch(color);
  let readable: Rgb = direction < 0 ? [0, 0, 0] : [255, 255, 255];
  let [near, far] = [start, direction < 0 ? 0 : 1];
  for (let step = 0; step < 12; step++) {
    const middle = (near + far) / 2;
    const candidate = toRgb([middle, chroma, hue]);
    if (isReadable(candidate)) [far, readable] = [middle, candidate];
    else near = middle;
  }
  return readable;
}

const white: Rgb = [255, 255, 255];
const nearBlack: Rgb = [11, 18, 32];

/** Maximum OKLCH lightness that a filled button may differ from the brand color to keep white text. */
const maxDriftForWhiteText = 0.14;

function fillAndOn(color: Rgb): { fill: Rgb; on: Rgb } {
  const forWhite = adjustForContrast(color, [white], -1);
  const drift = toOklch(color)[0] - toOklch(forWhite)[0];
  if (drift <= maxDriftForWhiteText) return { fill: forWhite, on: white };
  return { fill: adjustForContrast(color, [nearBlack], 1), on: nearBlack };
}

/** Custom properties that a brand sets on the root element for one theme. Values are `#rrggbb`. */
export interface BrandShades {
  /** The brand color itself, for marks and lines. */
  readonly '--brand': string;
  /** Text and links: 4.5:1 on every surface and on `--brand-soft`. */
  readonly '--brand-strong': string;
  /** Filled buttons. `--on-brand` has 4.5:1 on this and on the hover color. */
  readonly '--brand-fill': string;
  readonly '--brand-fill-hover': string;
  readonly '--on-brand': string;
  readonly '--brand-soft': string;
}

/**
 * Returns all brand shades of one theme. A color that is not `#rgb` or `#rrggbb` is replaced: the primary
 * by the default, the secondary by the primary.
 */
export function brandShades(brand: BrandColors, theme: Theme): BrandShades {
  const primary = parseColor(brand.primary) ?? [22, 119, 255];
  const secondary = parseColor(brand.secondary) ?? primary;
  const [, chroma, hue] = toOklch(primary);
  const light = theme === 'light';
  const backgrounds = surfaces[theme].map((text) => parseColor(text) ?? white);

  const soft = toRgb([light ? 0.957 : 0.29, Math.min(chroma, light ? 0.024 : 0.06), hue]);
  const { fill, on } = fillAndOn(primary);
  // Filled buttons turn to the secondary color on hover, adjusted so that the text color chosen for the
  // primary one stays readable.
  const hover = adjustForContrast(secondary, [on], on === white ? -1 : 1);

  return {
    '--brand': toHex(primary),
    '--brand-strong': toHex(adjustForContrast(primary, [...backgrounds, soft], light ? -1 : 1)),
    '--brand-fill': toHex(fill),
    '--brand-fill-hover': toHex(hover),
    '--on-brand': toHex(on),
    '--brand-soft': toHex(soft),
  };
}
