import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * Every text of the server is written in its source as `{ vi, en }`. The compiler checks that both exist; this test
 * checks that neither is empty and that each is in the right language.
 */
interface Text {
  /** Path and line. */
  readonly at: string;
  /** Literal text in each language; null if there is none. */
  readonly vi: string | null;
  readonly en: string | null;
}

/** Characters that occur in Vietnamese only. */
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/iu;
/** Words that are the same in both languages, without diacritics. */
const withoutMarks = new Set(['Email']);
/** Placeholders and URLs belong to no language, and the currency has the same name in both. */
const ofNoLanguage = /\{\w+\}|https?:\/\/\S+|đồng/g;
/** Texts that may be empty in both languages. */
const mayBeEmpty = /^pricing\/adjustment\.ts:/;

/** Returns all literal text below a node, including branches and templates. */
function written(program: ESTree.Program, span: Span): string | null {
  const parts: string[] = [];
  const within = ({ start, end }: Span) => start >= span.start && end <= span.end;
  new Visitor({
    Literal(node) {
      if (within(node) && typeof node.value === 'string') parts.push(node.value);
    },
    TemplateElement(node) {
      if (within(node)) parts.push(node.value.cooked ?? '');
    },
  }).visit(program);
  return parts.length === 0 ? null : parts.join(' ');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the texts of a file. Skips objects without literal text, such as types or `{ vi: name, en: name }`. */
function textsOf(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: ESTree.ObjectExpression[] = [];
  new Visitor({
    ObjectExpression(node) {
      if (valueOf(node, 'vi') || valueOf(node, 'en')) found.push(node);
    },
  }).visit(program);
  return found.flatMap((node) => {
    const [vi = null, en = null] = (['vi', 'en'] as const).map((language) => {
      const value = valueOf(node, language);
      return value === null ? null : written(program, value);
    });
    if (vi === null && en === null) return [];
    const line = source.slice(0, node.start).split('\n').length;
    return [{ at: `${file}:${line}`, vi, en }];
  });
}

function valueOf(node: ESTree.ObjectExpression, language: 'vi' | 'en') {
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (property.key.name === language) return property.value;
  }
  return null;
}

/** Returns what is wrong with a text, or null. */
function faultOf({ at, vi, en }: Text): string | null {
  if (vi === '' && en === '' && mayBeEmpty.test(at)) return null;
  if (vi === null || en === null) return `has no ${vi === null ? 'Vietnamese' : 'English'}`;
  const [source, other] = [vi, en].map((text) => text.replaceAll(ofNoLanguage, '').trim());
  if (!source || !other) return `has an empty ${source ? 'English' : 'Vietnamese'}`;
  if (!vietnamese.test(source) && !withoutMarks.has(source)) return 'is not Vietnamese';
  return vietnamese.test(other) ? 'is not English' : null;
}

const faultsOf = (texts: readonly Text[]) =>
  texts.flatMap((text) => {
    const fault = faultOf(text);
    return fault === null ? [] : [`${text.at} ${fault}`];
  });

const root = join(import.meta.dirname, '../../apps/server/src');
const texts = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('testing/'))
  .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));

describe('spec 1: texts of the server are complete in both languages', () => {
  it.each([
    'audit/summaries.ts',
    'collector/runs/problems.ts',
    'identity/emails/email-templates.ts',
    'identity/http/login-errors.ts',
    'notifications/messages/email.ts',
    'notifications/messages/render.ts',
    'partners/shops/link-problems.ts',
    'platform/http/problem.ts',
    'pricing/price-rules.ts',
    'sellers/invitations/invitation-email.ts',
    'sellers/team/team-problems.ts',
  ])('finds the texts of %s', (file) => {
    expect(texts.some(({ at }) => at.startsWith(`${file}:`))).toBe(true);
  });

  it('in every text of every domain', () => {
    expect(texts.length).toBeGreaterThan(150);
    expect(faultsOf(texts)).toEqual([]);
  });

  it.each([
    [`{ vi: '', en: 'Wrong' }`, 'has an empty Vietnamese'],
    [`{ vi: '{name}', en: 'Wrong {name}' }`, 'has an empty Vietnamese'],
    ["{ vi: 'Chưa đúng', en: ` ` }", 'has an empty English'],
    [`{ vi: 'Wrong', en: 'Wrong' }`, 'is not Vietnamese'],
    ['{ vi: `Wrong: ${name}`, en: `Wrong: ${name}` }', 'is not Vietnamese'],
    [`{ vi: 'Chưa đúng', en: 'Chưa đúng' }`, 'is not English'],
    [`{ vi: 'Chưa đúng' }`, 'has no English'],
    [`{ en: (name: string) => 'Wrong' }`, 'has no Vietnamese'],
    [`{ words: { vi: 'Chưa đúng', en: many ? 'Wrong' : '' } }`, null],
    [`{ vi: name, en: name }`, null],
  ])('detects %s', (source, fault) => {
    const found = faultsOf(textsOf('words.ts', `const name = '';\nconst words = ${source};`));
    expect(found).toEqual(fault === null ? [] : [`words.ts:2 ${fault}`]);
  });
});
