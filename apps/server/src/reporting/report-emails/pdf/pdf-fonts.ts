import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, FontCollection } from 'fontkit';
import type pdfmake from 'pdfmake';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { withWrittenSyllables } from './pdf-syllables.ts';

/** Part of a text that has one font. */
export interface FontRun {
  text: string;
  font: string;
}

/** Has Latin, Greek and Cyrillic letters. The only family with a bold font. */
export const mainFont = 'Roboto';
const boldFont = 'Roboto bold';

/** Stands for a character that no font has. */
export const replacement = '\ufffd';

const arabicFamily = 'vazirmatn';
const hebrewFamily = 'noto-sans-hebrew';
/** Families with their characters by file, in order of preference, since some have the same characters. */
const otherFamilies = [
  ['noto-sans-thai', import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json')],
  // Noto Sans Arabic draws the dots of letters apart, so that text copied from the PDF would lack them.
  [arabicFamily, import.meta.resolve('@fontsource-variable/vazirmatn/unicode.json')],
  [hebrewFamily, import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json')],
  [
    'noto-sans-devanagari',
    import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  ],
  ['noto-sans-khmer', import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json')],
  ['noto-emoji', import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json')],
  ['noto-sans-sc', import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json')],
  ['noto-sans-tc', import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json')],
  ['noto-sans-kr', import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json')],
] as const;

/** A file of a family: Fontsource cuts Chinese into a hundred of them. */
interface Slice {
  font: string;
  url: URL;
  characters: readonly string[];
}

interface Fontkit {
  create(bytes: Uint8Array): Font | FontCollection;
  registerFormat(format: FontFormat): void;
}

/** A kind of font files. The stream is that of the bytes that `probe` accepted. */
interface FontFormat {
  new (stream: { buffer: Uint8Array }): object;
  probe(bytes: Uint8Array): boolean;
}

declare module 'pdfmake' {
  export const virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
}

/** Variation selectors and joiners, which shape the characters around them and are nothing alone. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
const segmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });
const Ranges = Type.Record(Type.String(), Type.String());

/**
 * The fonts of PDFs, each opened when a text needs it and parsed once per process: parsing was half the time of a report.
 *
 * pdfmake takes the names of files, and pdfkit parses their bytes for each document. Here each font has a few bytes of its
 * own, which fontkit reads with a format that returns the parsed font.
 */
export class PdfFonts {
  readonly #maker: typeof pdfmake;
  readonly #fontkit: Fontkit;
  readonly #fonts = new Map<string, Font>();
  readonly #fontsOfBytes = new Map<Uint8Array, object>();
  /** By character. The ranges of Fontsource name some characters that the files lack. */
  #slices: ReadonlyMap<string, readonly Slice[]> | null = null;

  private constructor(maker: typeof pdfmake) {
    this.#maker = maker;
    // The build that pdfkit requires. An import would load another.
    this.#fontkit = createRequire(import.meta.url)('fontkit');
    const fonts = this.#fontsOfBytes;
    this.#fontkit.registerFormat(
      class {
        static probe = (bytes: Uint8Array) => fonts.has(bytes);
        constructor({ buffer }: { buffer: Uint8Array }) {
          return fonts.get(buffer) ?? this;
        }
      },
    );
  }

  static async open(maker: typeof pdfmake): Promise<PdfFonts> {
    const fonts = new PdfFonts(maker);
    const regular = import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf');
    const bold = import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf');
    fonts.#parse(mainFont, await readFile(fileURLToPath(regular)));
    fonts.#parse(boldFont, await readFile(fileURLToPath(bold)));
    maker.addFonts({ [mainFont]: { normal: mainFont, bold: boldFont } });
    return fonts;
  }

  /**
   * Opens the fonts of texts. Returns a function that splits these into runs by font. A character without a font is
   * replaced, and words from right to left stay together.
   */
  async prepare(texts: readonly string[]): Promise<(text: string) => FontRun[]> {
    const runs = new Map<string, readonly FontRun[]>();
    for (const grapheme of new Set(texts.flatMap(toGraphemes))) {
      runs.set(grapheme, await this.#runsOf(grapheme));
    }
    return (text) => joinRuns(toGraphemes(text).flatMap((each) => runs.get(each) ?? []));
  }

  async #runsOf(grapheme: string): Promise<readonly FontRun[]> {
    const whole = await this.#runOf(grapheme);
    if (whole) return [whole];
    // Such as a family of four that no font has: each of them is drawn.
    const parts: FontRun[] = [];
    for (const character of grapheme) {
      if (invisible.test(character)) continue;
      parts.push((await this.#runOf(character)) ?? { text: replacement, font: mainFont });
    }
    return parts;
  }

  /** Returns a run in the first font that has all visible characters, or null. */
  async #runOf(text: string): Promise<FontRun | null> {
    const characters = Array.from(text);
    const first = characters.find((each) => !invisible.test(each));
    if (first === undefined) return null;
    const runIn = (font: Font | undefined, name: string): FontRun | null => {
      const isDrawn = (each: string) => font?.hasGlyphForCodePoint(each.codePointAt(0) ?? 0);
      if (!characters.every((each) => isDrawn(each) || invisible.test(each))) return null;
      return { text: characters.filter(isDrawn).join(''), font: name };
    };
    const run = runIn(this.#fonts.get(mainFont), mainFont);
    if (run) return run;
    this.#slices ??= findSlices();
    for (const slice of this.#slices.get(first) ?? []) {
      const other = runIn(this.#fonts.get(slice.font) ?? (await this.#open(slice)), slice.font);
      if (other) return other;
    }
    return null;
  }

  async #open({ font, url, characters }: Slice): Promise<Font> {
    // Loaded by the first text that is not in Latin letters: it takes 18 MB of memory.
    const { default: subsetFont } = await import('subset-font');
    // pdfkit embeds neither WOFF2 nor fonts of variable weight.
    const plain = await subsetFont(await readFile(url), ` ${characters.join('')}`, {
      targetFormat: 'truetype',
      variationAxes: { wght: 400 },
    });
    return this.#parse(font, plain);
  }

  #parse(name: string, file: Buffer): Font {
    const font = this.#fontkit.create(file);
    if (!('characterSet' in font)) throw new Error(`${name} is a collection of fonts.`);
    // A glyph stands for the characters of its first use, and for none if that is as part of another. Forms of Arabic
    // letters stand for their letters.
    for (const code of font.characterSet) {
      const character = String.fromCodePoint(code);
      if (character.normalize('NFKC') === character) font.glyphForCodePoint(code);
    }
    const bytes = Buffer.from(name);
    this.#fonts.set(name, font);
    this.#fontsOfBytes.set(bytes, withWrittenSyllables(font));
    this.#maker.virtualfs.writeFileSync(name, bytes);
    this.#maker.addFonts({ [name]: { normal: name, bold: name } });
    return font;
  }
}

export function isRightToLeft({ font }: FontRun): boolean {
  return font.startsWith(arabicFamily) || font.startsWith(hebrewFamily);
}

function toGraphemes(text: string): string[] {
  const line = text.normalize().replaceAll(/[\t-\r]+/g, ' ');
  return Array.from(segmenter.segment(line), ({ segment }) => segment);
}

function joinRuns(parts: readonly FontRun[]): FontRun[] {
  const runs: FontRun[] = [];
  for (const part of parts) {
    const [before, last] = [runs.at(-2), runs.at(-1)];
    if (last?.font === part.font) {
      last.text += part.text;
    } else if (isRightToLeft(part) && before?.font === part.font && last?.text.trim() === '') {
      before.text += last.text + part.text;
      runs.pop();
    } else {
      runs.push({ ...part });
    }
  }
  return runs;
}

function findSlices(): Map<string, Slice[]> {
  const slices = new Map<string, Slice[]>();
  for (const [family, list] of otherFamilies) {
    const ranges: unknown = JSON.parse(readFileSync(fileURLToPath(list), 'utf8'));
    for (const [key, range] of Object.entries(Value.Parse(Ranges, ranges))) {
      const part = key.replaceAll(/[[\]]/g, '');
      const slice = {
        font: `${family} ${part}`,
        url: new URL(`files/${family}-${part}-wght-normal.woff2`, list),
        characters: [...charactersIn(range)],
      };
      for (const character of slice.characters) {
        slices.getOrInsertComputed(character, () => []).push(slice);
      }
    }
  }
  return slices;
}

/** Yields the characters of a CSS `unicode-range`, such as “U+e3f,U+e40-e5b”. */
function* charactersIn(range: string): Generator<string> {
  for (const part of range.split(',')) {
    const [first = '', last = first] = part.replace('U+', '').split('-');
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code += 1) {
      yield String.fromCodePoint(code);
    }
  }
}
