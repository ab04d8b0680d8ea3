import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultBrand } from './brandColors.ts';
import { brandShades, contrast, parseColor, surfaces, type Rgb, type Theme } from './color.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const themes: readonly Theme[] = ['light', 'dark'];

/** Returns the tokens of one theme by name. */
function tokensOf(theme: Theme): Map<string, string> {
  const start = css.indexOf(`[data-theme='${theme}'] {`);
  const body = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function colorOf(tokens: Map<string, string>, name: string): Rgb {
  const value = tokens.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  const rgb = parseColor(reference ? (tokens.get(reference) ?? '') : value);
  if (!rgb) throw new Error(`${name} is not a colour: ${value}`);
  return rgb;
}

const everySurface = ['--surface-0', '--surface-1', '--surface-2', '--surface-3'];

/** Text colors and their backgrounds: 4.5 : 1. */
const texts: Record<string, readonly string[]> = {
  '--text': [
    ...everySurface,
    '--brand-soft',
    '--info-soft',
    '--attention-soft',
    '--negative-soft',
    '--positive-soft',
  ],
  '--text-quiet': everySurface,
  '--positive': [...everySurface, '--positive-soft'],
  '--negative': [...everySurface, '--negative-soft'],
  '--attention': [...everySurface, '--attention-soft'],
  '--info': [...everySurface, '--info-soft'],
  '--brand-strong': [...everySurface, '--brand-soft'],
  '--on-brand': ['--brand-fill', '--brand-fill-hover'],
  '--on-negative': ['--negative-fill', '--negative-fill-hover'],
  '--side-text': ['--side', '--side-raised'],
  '--side-text-quiet': ['--side', '--side-raised'],
  '--footer-text': ['--footer'],
  '--header-text': ['--header'],
  '--header-text-quiet': ['--header'],
};

/** Borders of controls and chart marks: 3 : 1. */
const marks = [
  '--edge',
  '--brand',
  '--mark-lazada',
  '--mark-shopee',
  '--mark-tiki',
  '--mark-tiktok',
  '--mark-tiktok-accent',
  '--mark-facebook',
  '--series-1',
  '--series-2',
  '--series-3',
  '--series-4',
  '--series-5',
  '--series-before',
];

describe.each(themes)('tokens of the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const tooLow = (name: string, grounds: readonly string[], wanted: number) =>
    grounds.filter((ground) => contrast(colorOf(tokens, name), colorOf(tokens, ground)) < wanted);

  it.each(Object.entries(texts))('%s is readable on its surfaces', (name, grounds) => {
    expect(tooLow(name, grounds, 4.5)).toEqual([]);
  });

  it.each(marks)('%s is visible on every surface', (name) => {
    expect(tooLow(name, everySurface, 3)).toEqual([]);
  });

  it('has the surfaces and the brand shades that color.ts derives', () => {
    expect(everySurface.map((name) => tokens.get(name))).toEqual(surfaces[theme]);
    expect(Object.fromEntries(tokens)).toMatchObject(brandShades(defaultBrand, theme));
  });

  it('has the same colors as the light theme', () => {
    expect([...tokens.keys()].toSorted()).toEqual([...tokensOf('light').keys()].toSorted());
  });
});

describe('the specified appearance of the themes', () => {
  const shown = (theme: Theme) =>
    Object.fromEntries(
      ['--side', '--header', '--footer', '--surface-0'].map((name) => [
        name,
        colorOf(tokensOf(theme), name),
      ]),
    );

  it('spec 4: dark gives black side, header and footer and a dark body', () => {
    const dark = shown('dark');
    const black = [0, 0, 0];
    expect(dark).toMatchObject({ '--side': black, '--header': black, '--footer': black });
    expect(Math.max(...(dark['--surface-0'] ?? []))).toBeLessThan(40);
  });

  it('spec 4: light gives a dark navy side and footer, a white header and a light gray body', () => {
    const light = shown('light');
    expect(light['--header']).toEqual([255, 255, 255]);
    expect(light['--footer']).toEqual(light['--side']);
    const [red = 0, green = 0, blue = 0] = light['--side'] ?? [];
    expect(Math.max(red, green, blue)).toBeLessThan(80);
    expect(blue).toBeGreaterThan(red + 30);
    const body = light['--surface-0'] ?? [];
    expect(Math.min(...body)).toBeGreaterThan(230);
    expect(Math.max(...body)).toBeLessThan(255);
  });

  it('spec 9: the side menu is 200 wide, 80 when it is collapsed', () => {
    expect(css).toContain('--side-wide: 200px;');
    expect(css).toContain('--side-narrow: 80px;');
  });
});
