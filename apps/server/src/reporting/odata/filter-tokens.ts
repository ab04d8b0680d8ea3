import { filterSyntaxProblem } from './problems.ts';

export type Token =
  | { kind: 'word' | 'string' | 'number' | 'date' | 'instant'; text: string; at: number }
  | { kind: '(' | ')' | ','; text: string; at: number }
  | { kind: 'end'; text: ''; at: number };

const patterns: [Exclude<Token['kind'], 'end' | '(' | ')' | ','>, RegExp][] = [
  ['string', /'(?:[^']|'')*'/y],
  ['instant', /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:\d{2})/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?![\w-])/y],
  ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])/y],
  ['word', /[A-Za-z_]\w*/y],
];

/** Splits a `$filter` into tokens with their positions (OData URL conventions, 5.1.1). */
export function tokenizeFilter(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const sign = text[at];
    if (sign === ' ' || sign === '\t') {
      at += 1;
      continue;
    }
    if (sign === '(' || sign === ')' || sign === ',') {
      tokens.push({ kind: sign, text: sign, at });
      at += 1;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

function readToken(text: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found, at };
  }
  throw filterSyntaxProblem(text, at);
}
