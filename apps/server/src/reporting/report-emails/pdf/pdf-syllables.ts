import type { Font, Glyph, GlyphPosition } from 'fontkit';

/** What pdfkit uses of glyphs, of a text that is laid out, and of the part of a font that a document embeds. */
type PdfGlyph = Pick<Glyph, 'id' | 'codePoints' | 'advanceWidth'>;
interface PdfRun {
  glyphs: readonly PdfGlyph[];
  positions: readonly GlyphPosition[];
  advanceWidth: number;
}
interface PdfSubset {
  glyphs: number[];
  includeGlyph(id: number): number;
}

/** Scripts whose letters are drawn in another order than they are written in. */
const reordered = /[\p{Script=Devanagari}\p{Script=Khmer}]/u;
const khmer = /\p{Script=Khmer}/u;
/** A letter with its marks and with the letters that a virama joins. */
const syllables = /.(?:[\p{M}\u200c\u200d]|(?<=[\u094d\u17d2]\u200d?)\p{L})*/gsu;
/** The text of a glyph without a character. PDF viewers show the number of a glyph without a text. */
const zeroWidthSpace = 0x200b;
/** The ids of a font have 16 bits. */
const firstVariant = 0x10000;

/**
 * Returns a font for pdfkit in whose texts the characters of a syllable are in the order in which they were written, so
 * that names in a PDF are found and copied. A PDF has one text per glyph. Where the glyphs of a syllable are in another
 * order, each becomes a variant with one of the characters: the same drawing under a number of its own.
 *
 * @see ISO 32000-1, 9.10.3 (ToUnicode)
 */
export function withWrittenSyllables(font: Font): object {
  /** The glyphs of the variants. */
  const variants: number[] = [];
  const ids = new Map<string, number>();

  function variantOf({ id, advanceWidth }: PdfGlyph, codePoints: number[]): PdfGlyph {
    const key = `${id} ${codePoints.join(' ')}`;
    const variant = ids.get(key) ?? firstVariant + variants.push(id) - 1;
    ids.set(key, variant);
    return { id: variant, codePoints, advanceWidth };
  }

  function layoutSyllable(syllable: string): PdfRun {
    const { glyphs, positions, advanceWidth } = font.layout(syllable);
    const text = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('');
    if (text === syllable) return { glyphs, positions, advanceWidth };
    const characters = Array.from(syllable, (character) => character.codePointAt(0) ?? 0);
    // Viewers order the texts by place. Marks of Khmer stand below letters that may follow them.
    const isMoved = (index: number) => khmer.test(syllable) && positions[index]?.xOffset !== 0;
    const last = glyphs.findLastIndex((_, index) => !isMoved(index));
    return {
      glyphs: glyphs.map((glyph, index) => {
        const count = index === last ? characters.length : isMoved(index) ? 0 : 1;
        const own = characters.splice(0, count);
        return variantOf(glyph, own.length > 0 ? own : [zeroWidthSpace]);
      }),
      positions,
      advanceWidth,
    };
  }

  function layout(text: string, features?: string[]): PdfRun {
    if (!reordered.test(text)) return font.layout(text, features);
    const runs = (text.match(syllables) ?? []).map(layoutSyllable);
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    };
  }

  function createSubset(): PdfSubset {
    const subset: PdfSubset = Object(font.createSubset());
    const include = subset.includeGlyph.bind(subset);
    const included = new Map<number, number>();
    subset.includeGlyph = (id) => {
      const glyph = variants[id - firstVariant];
      if (glyph === undefined) return include(id);
      const index = included.get(id) ?? subset.glyphs.push(glyph) - 1;
      included.set(id, index);
      return index;
    };
    return subset;
  }

  return Object.create(font, { layout: { value: layout }, createSubset: { value: createSubset } });
}
