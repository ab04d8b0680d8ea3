import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBrand } from './brandColors.ts';
import {
  brandShades,
  contrast,
  parseColor,
  surfaces,
  toHex,
  type Rgb,
  type Theme,
} from './color.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const channel = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(channel, channel, channel).map((rgb) => toHex(rgb));

function read(text: string): Rgb {
  const rgb = parseColor(text);
  if (!rgb) throw new Error(`not a colour: ${text}`);
  return rgb;
}

describe('contrast', () => {
  it('is computed as in WCAG 2.2', () => {
    expect(contrast(read('#fff'), read('#000'))).toBeCloseTo(21, 5);
    expect(contrast(read('#ffffff'), read('#1677ff'))).toBeCloseTo(4.1, 1);
    expect(contrast(read('#ffffff'), read('#005EE2'))).toBeCloseTo(5.68, 1);
  });

  it('parseColor accepts only #rgb and #rrggbb', () => {
    expect(parseColor('#1677FF')).toEqual([22, 119, 255]);
    expect(parseColor('#abc')).toEqual([170, 187, 204]);
    for (const text of ['', 'red', '#12', '#12345', '#1234567', 'url(x)', '#ggg']) {
      expect(parseColor(text)).toBeNull();
    }
  });
});

/** Hard cases: both ends of the scale, its middle, and the most saturated color of each hue. */
const hostile = [
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['middle grey', '#808080'],
  ['the grey with equal contrast to black and white', '#757575'],
  ['yellow', '#ffff00'],
  ['cyan', '#00ffff'],
  ['lime', '#00ff00'],
  ['magenta', '#ff00ff'],
  ['red', '#ff0000'],
  ['blue', '#0000ff'],
  ['almost white', '#fefefe'],
  ['almost black', '#010101'],
  ['the light surface', '#f4f6fa'],
  ['the dark surface', '#19202a'],
  ['the side menu', '#0b1b34'],
] as const;

/** Every pair of foreground and background of a brand, with the minimum contrast of WCAG 2.2 AA. */
function pairs(
  primary: string,
  secondary: string,
  theme: Theme,
): [string, string, string, number][] {
  const shades = brandShades({ primary, secondary }, theme);
  const text = shades['--brand-strong'];
  return [
    ['text on a button', shades['--on-brand'], shades['--brand-fill'], 4.5],
    ['text on a button under the pointer', shades['--on-brand'], shades['--brand-fill-hover'], 4.5],
    ['text on the soft shade', text, shades['--brand-soft'], 4.5],
    ...surfaces[theme].map((ground): [string, string, string, number] => [
      `text on ${ground}`,
      text,
      ground,
      4.5,
    ]),
  ];
}

describe('checklist 68, 77: a brand color of low contrast', () => {
  it.each(hostile)('is readable on every surface: %s', (_, primary) => {
    for (const theme of themes) {
      // The secondary color may come from the other end of the scale.
      for (const secondary of [primary, '#ffffff', '#000000']) {
        const unreadable = pairs(primary, secondary, theme).filter(
          ([, one, other, minContrast]) => contrast(read(one), read(other)) < minContrast,
        );
        expect({ theme, secondary, unreadable }).toEqual({ theme, secondary, unreadable: [] });
      }
    }
  });
});

describe('brandShades', () => {
  it.each(themes)('keeps text of any brand readable in the %s theme', (theme) => {
    fc.assert(
      fc.property(color, color, (primary, secondary) => {
        const shades = brandShades({ primary, secondary }, theme);
        const on = read(shades['--on-brand']);
        expect(contrast(on, read(shades['--brand-fill']))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(on, read(shades['--brand-fill-hover']))).toBeGreaterThanOrEqual(4.5);
        const text = read(shades['--brand-strong']);
        for (const ground of [...surfaces[theme], shades['--brand-soft']]) {
          expect(contrast(text, read(ground))).toBeGreaterThanOrEqual(4.5);
        }
        // Spec 9: marks and lines use the brand color itself.
        expect(shades['--brand']).toBe(primary);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(themes)('spec 9: uses the default preset unchanged for marks and lines, %s', (theme) => {
    expect(brandShades(defaultBrand, theme)).toMatchObject({
      '--brand': '#1677ff',
      '--brand-fill-hover': '#005ee2',
    });
  });

  it('spec 9: keeps button, text and link as near to the preset as 4.5 : 1 allows', () => {
    const white = read('#ffffff');
    for (const theme of themes) {
      const shades = brandShades(defaultBrand, theme);
      const grounds = [...surfaces[theme], shades['--brand-soft']].map((ground) => read(ground));
      const fill = read(shades['--brand-fill']);
      const text = read(shades['--brand-strong']);
      // A channel has 256 values; one step changes the contrast by up to 0.04.
      expect(contrast(fill, white)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(fill, white)).toBeLessThan(4.55);
      const minContrast = Math.min(...grounds.map((ground) => contrast(text, ground)));
      expect(minContrast).toBeGreaterThanOrEqual(4.5);
      expect(minContrast).toBeLessThan(4.55);
    }
  });

  it('keeps a readable brand color unchanged', () => {
    expect(brandShades({ primary: '#005ee2', secondary: '#003f99' }, 'light')).toMatchObject({
      '--brand': '#005ee2',
      '--brand-fill': '#005ee2',
      '--brand-fill-hover': '#003f99',
    });
  });

  it('uses dark text on a light brand instead of darkening it', () => {
    const shades = brandShades({ primary: '#ffd400', secondary: '#ffaa00' }, 'light');
    expect(shades['--brand-fill']).toBe('#ffd400');
    expect(shades['--on-brand']).not.toBe('#ffffff');
  });

  it('falls back to the default for an invalid color', () => {
    expect(brandShades({ primary: 'nonsense', secondary: '' }, 'light')['--brand']).toBe('#1677ff');
    expect(brandShades(defaultBrand, 'light')['--brand']).toBe('#1677ff');
  });
});
