import {
  parseValue,
  typeOf,
  type Comparison,
  type Condition,
  type Term,
} from '../query/condition.ts';
import type { DataSet } from '../query/data-sets.ts';
import { findField, valueProblem } from '../query/parse-query.ts';
import { tokensOf, type Token } from './filter-tokens.ts';
import { syntaxProblem, unsupported } from './problems.ts';

const comparisons = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
const isComparison = (text: string): text is Comparison =>
  comparisons.some((each) => each === text);
/** The same comparison with its sides exchanged. */
const mirrored: Record<Comparison, Comparison> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  le: 'ge',
  gt: 'lt',
  ge: 'le',
};
const textFunctions = {
  contains: 'contains',
  startswith: 'starts_with',
  endswith: 'ends_with',
} as const;
/** Functions of one field, by OData's name. */
const termFunctions = {
  tolower: 'lower',
  toupper: 'upper',
  length: 'length',
  year: 'year',
  month: 'month',
  day: 'day',
  hour: 'hour',
  date: 'date',
} as const;
/** What each of those is of. */
const takes: Record<keyof typeof termFunctions, readonly string[]> = {
  tolower: ['text'],
  toupper: ['text'],
  length: ['text'],
  year: ['day', 'instant'],
  month: ['day', 'instant'],
  day: ['day', 'instant'],
  hour: ['instant'],
  date: ['instant'],
};
/** Of the language, and not of this feed. */
const otherWords =
  /^(add|sub|mul|div|divby|mod|has|any|all|concat|indexof|substring|trim|round|floor|ceiling|minute|second|now|time|cast|isof|matchesPattern|fractionalseconds|totaloffsetminutes|geo\w*|case)$/;

const deepest = 40;
const longest = 8000;

/**
 * Reads a `$filter` (OData 4.01 URL conventions, 5.1.1): comparisons of a field with a value, `in`, `and`, `or`, `not`,
 * parentheses, `contains`, `startswith`, `endswith`, and functions of one field.
 * @throws Problem 400 that says where it cannot be read, 501 for what the feed does not offer.
 */
export function parseFilter(text: string, dataSet: DataSet): Condition {
  if (text.length > longest) throw syntaxProblem(text.slice(0, longest), longest);
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;

  const peek = (): Token => tokens[at] ?? fail();
  const next = (): Token => {
    const token = peek();
    at += 1;
    return token;
  };
  function fail(token = tokens[Math.min(at, tokens.length - 1)]): never {
    throw syntaxProblem(text, token?.at ?? text.length);
  }
  const isWord = (word: string) => peek().kind === 'word' && peek().text === word;
  function expect(kind: '(' | ')' | ','): void {
    if (peek().kind !== kind) fail();
    at += 1;
  }

  function either(): Condition {
    const parts = [both()];
    while (isWord('or')) {
      at += 1;
      parts.push(both());
    }
    return joined('or', parts);
  }

  function both(): Condition {
    const parts = [unary()];
    while (isWord('and')) {
      at += 1;
      parts.push(unary());
    }
    return joined('and', parts);
  }

  function unary(): Condition {
    depth += 1;
    if (depth > deepest) fail();
    try {
      if (isWord('not')) {
        at += 1;
        return { kind: 'not', part: unary() };
      }
      if (peek().kind === '(') {
        at += 1;
        const inside = either();
        expect(')');
        return inside;
      }
      return predicate();
    } finally {
      depth -= 1;
    }
  }

  function predicate(): Condition {
    const token = peek();
    if (
      token.kind !== 'word' ||
      token.text === 'true' ||
      token.text === 'false' ||
      token.text === 'null'
    ) {
      return reversed();
    }
    const name = token.text;
    if (Object.hasOwn(textFunctions, name)) return textPredicate();
    const left = term();
    const operator = peek();
    if (isWord('in')) {
      at += 1;
      return listed(left);
    }
    if (operator.kind === 'word' && isComparison(operator.text)) {
      at += 1;
      return compared(left, operator.text, next());
    }
    if (operator.kind === 'word' && otherWords.test(operator.text))
      throw unsupported(operator.text);
    if (typeOf(left) !== 'flag') fail();
    return { kind: 'compare', term: left, operator: 'eq', value: 'true' };
  }

  /** `5 lt units`. */
  function reversed(): Condition {
    const value = next();
    const operator = next();
    if (operator.kind !== 'word' || !isComparison(operator.text)) fail(operator);
    return compared(term(), mirrored[operator.text], value);
  }

  function textPredicate(): Condition {
    const name = next().text;
    const operator = Object.entries(textFunctions).find(([each]) => each === name)?.[1] ?? fail();
    expect('(');
    const of = term();
    expect(',');
    const value = next();
    expect(')');
    if (typeOf(of) !== 'text' || value.kind !== 'string') fail(value);
    const condition: Condition = { kind: 'text', term: of, operator, value: unquoted(value.text) };
    if (!isWord('eq') && !isWord('ne')) return condition;
    const wanted = (next().text === 'eq') === (peek().text === 'true');
    if (!isWord('true') && !isWord('false')) fail();
    at += 1;
    return wanted ? condition : { kind: 'not', part: condition };
  }

  /** A field, or a function of one. */
  function term(): Term {
    const token = next();
    if (token.kind !== 'word') fail(token);
    if (peek().kind !== '(') {
      if (otherWords.test(token.text)) throw unsupported(token.text);
      return { field: findField(dataSet, token.text) };
    }
    const apply = Object.entries(termFunctions).find(([each]) => each === token.text);
    if (!apply) throw unsupported(`${token.text}()`);
    at += 1;
    const { field, apply: inner } = term();
    expect(')');
    const type = field.type === 'uuid' ? 'text' : field.type;
    const known = Object.entries(takes).find(([each]) => each === token.text)?.[1] ?? [];
    if (inner || !known.includes(type)) throw unsupported(`${token.text}() of ${field.id}`);
    return { field, apply: apply[1] };
  }

  function compared(left: Term, operator: Comparison, value: Token): Condition {
    if (value.kind === 'word' && value.text === 'null') {
      const missing: Condition = { kind: 'missing', term: left };
      if (operator === 'eq') return missing;
      if (operator === 'ne') return { kind: 'not', part: missing };
      fail(value);
    }
    return { kind: 'compare', term: left, operator, value: valueOf(left, value) };
  }

  function listed(left: Term): Condition {
    expect('(');
    const values = [valueOf(left, next())];
    while (peek().kind === ',') {
      at += 1;
      values.push(valueOf(left, next()));
    }
    expect(')');
    return { kind: 'in', term: left, values };
  }

  /** A literal as the term's type takes it. A comparison with another field is not offered. */
  function valueOf(of: Term, token: Token): string {
    const type = typeOf(of);
    if (['end', '(', ')', ','].includes(token.kind)) fail(token);
    if (token.kind === 'word' && token.text !== 'true' && token.text !== 'false') {
      throw unsupported(token.text === 'null' ? 'null' : `“${token.text}”`);
    }
    const fits = {
      text: token.kind === 'string',
      uuid: token.kind === 'string',
      flag: token.kind === 'word',
      day: token.kind === 'date',
      instant: token.kind === 'instant' || token.kind === 'date',
      count: token.kind === 'number',
      money: token.kind === 'number',
      share: token.kind === 'number',
      times: token.kind === 'number',
    };
    const written = token.kind === 'string' ? unquoted(token.text) : token.text;
    // An id that cannot be one is no mistake: no row has it.
    if (type === 'uuid' && fits.uuid) {
      return parseValue('uuid', written) ?? '00000000-0000-0000-0000-000000000000';
    }
    const value = fits[type] ? parseValue(type, written) : null;
    if (value === null) throw valueProblem({ id: of.field.id, type }, token.text);
    return value;
  }

  const condition = either();
  if (peek().kind !== 'end') fail();
  return condition;
}

function joined(kind: 'and' | 'or', parts: Condition[]): Condition {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}
