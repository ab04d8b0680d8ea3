import {
  parseValue,
  termType,
  type Comparison,
  type Condition,
  type Term,
} from '../query/condition.ts';
import type { DataSet } from '../query/data-sets.ts';
import { findField, invalidValueProblem } from '../query/parse-query.ts';
import { tokenizeFilter, type Token } from './filter-tokens.ts';
import { filterSyntaxProblem, unsupportedProblem } from './problems.ts';

const comparisons = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
const isComparison = (text: string): text is Comparison =>
  comparisons.some((each) => each === text);
/** The equivalent comparison with swapped operands. */
const mirroredComparison: Record<Comparison, Comparison> = {
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
/** Functions of one field, by their OData name. */
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
/** Field types that each function accepts. */
const argumentTypes: Record<keyof typeof termFunctions, readonly string[]> = {
  tolower: ['text'],
  toupper: ['text'],
  length: ['text'],
  year: ['day', 'instant'],
  month: ['day', 'instant'],
  day: ['day', 'instant'],
  hour: ['instant'],
  date: ['instant'],
};
/** Parts of OData that this feed does not support. */
const unsupportedOperators =
  /^(add|sub|mul|div|divby|mod|has|any|all|concat|indexof|substring|trim|round|floor|ceiling|minute|second|now|time|cast|isof|matchesPattern|fractionalseconds|totaloffsetminutes|geo\w*|case)$/;

const maxDepth = 40;
const maxFilterLength = 8000;

/**
 * Parses a `$filter` (OData 4.01 URL conventions, 5.1.1): comparisons of a field with a value, `in`, `and`, `or`,
 * `not`, parentheses, `contains`, `startswith`, `endswith`, and functions of one field.
 * @throws Problem 400 with the position of a syntax error, 501 for unsupported parts of OData
 */
export function parseFilter(text: string, dataSet: DataSet): Condition {
  if (text.length > maxFilterLength)
    throw filterSyntaxProblem(text.slice(0, maxFilterLength), maxFilterLength);
  const tokens = tokenizeFilter(text);
  let at = 0;
  let depth = 0;

  const peek = (): Token => tokens[at] ?? fail();
  const next = (): Token => {
    const token = peek();
    at += 1;
    return token;
  };
  function fail(token = tokens[Math.min(at, tokens.length - 1)]): never {
    throw filterSyntaxProblem(text, token?.at ?? text.length);
  }
  const isWord = (word: string) => peek().kind === 'word' && peek().text === word;
  function expect(kind: '(' | ')' | ','): void {
    if (peek().kind !== kind) fail();
    at += 1;
  }

  function parseOr(): Condition {
    const parts = [parseAnd()];
    while (isWord('or')) {
      at += 1;
      parts.push(parseAnd());
    }
    return joinConditions('or', parts);
  }

  function parseAnd(): Condition {
    const parts = [parseUnary()];
    while (isWord('and')) {
      at += 1;
      parts.push(parseUnary());
    }
    return joinConditions('and', parts);
  }

  function parseUnary(): Condition {
    depth += 1;
    if (depth > maxDepth) fail();
    try {
      if (isWord('not')) {
        at += 1;
        return { kind: 'not', part: parseUnary() };
      }
      if (peek().kind === '(') {
        at += 1;
        const inside = parseOr();
        expect(')');
        return inside;
      }
      return parsePredicate();
    } finally {
      depth -= 1;
    }
  }

  function parsePredicate(): Condition {
    const token = peek();
    if (
      token.kind !== 'word' ||
      token.text === 'true' ||
      token.text === 'false' ||
      token.text === 'null'
    ) {
      return parseReversedComparison();
    }
    const name = token.text;
    if (Object.hasOwn(textFunctions, name)) return parseTextPredicate();
    const left = parseTerm();
    const operator = peek();
    if (isWord('in')) {
      at += 1;
      return parseInList(left);
    }
    if (operator.kind === 'word' && isComparison(operator.text)) {
      at += 1;
      return parseComparison(left, operator.text, next());
    }
    if (operator.kind === 'word' && unsupportedOperators.test(operator.text))
      throw unsupportedProblem(operator.text);
    if (termType(left) !== 'flag') fail();
    return { kind: 'compare', term: left, operator: 'eq', value: 'true' };
  }

  /** Parses a comparison such as `5 lt units`. */
  function parseReversedComparison(): Condition {
    const value = next();
    const operator = next();
    if (operator.kind !== 'word' || !isComparison(operator.text)) fail(operator);
    return parseComparison(parseTerm(), mirroredComparison[operator.text], value);
  }

  function parseTextPredicate(): Condition {
    const name = next().text;
    const operator = Object.entries(textFunctions).find(([each]) => each === name)?.[1] ?? fail();
    expect('(');
    const of = parseTerm();
    expect(',');
    const value = next();
    expect(')');
    if (!['text', 'uuid'].includes(termType(of)) || value.kind !== 'string') fail(value);
    const condition: Condition = { kind: 'text', term: of, operator, value: unquoted(value.text) };
    if (!isWord('eq') && !isWord('ne')) return condition;
    const isAffirmed = (next().text === 'eq') === (peek().text === 'true');
    if (!isWord('true') && !isWord('false')) fail();
    at += 1;
    return isAffirmed ? condition : { kind: 'not', part: condition };
  }

  /** Parses a field, or a function of one. */
  function parseTerm(): Term {
    const token = next();
    if (token.kind !== 'word') fail(token);
    if (peek().kind !== '(') {
      if (unsupportedOperators.test(token.text)) throw unsupportedProblem(token.text);
      return { field: findField(dataSet, token.text) };
    }
    const apply = Object.entries(termFunctions).find(([each]) => each === token.text);
    if (!apply) throw unsupportedProblem(`${token.text}()`);
    at += 1;
    const { field, apply: inner } = parseTerm();
    expect(')');
    const type = field.type === 'uuid' ? 'text' : field.type;
    const known = Object.entries(argumentTypes).find(([each]) => each === token.text)?.[1] ?? [];
    if (inner || !known.includes(type)) throw unsupportedProblem(`${token.text}() of ${field.id}`);
    return { field, apply: apply[1] };
  }

  function parseComparison(left: Term, operator: Comparison, value: Token): Condition {
    if (value.kind === 'word' && value.text === 'null') {
      const missing: Condition = { kind: 'missing', term: left };
      if (operator === 'eq') return missing;
      if (operator === 'ne') return { kind: 'not', part: missing };
      fail(value);
    }
    return { kind: 'compare', term: left, operator, value: valueOf(left, value) };
  }

  function parseInList(left: Term): Condition {
    expect('(');
    const values = [valueOf(left, next())];
    while (peek().kind === ',') {
      at += 1;
      values.push(valueOf(left, next()));
    }
    expect(')');
    return { kind: 'in', term: left, values };
  }

  /** Returns a literal as the term's type takes it. Comparisons of two fields are not supported. */
  function valueOf(of: Term, token: Token): string {
    const type = termType(of);
    if (['end', '(', ')', ','].includes(token.kind)) fail(token);
    if (token.kind === 'word' && token.text !== 'true' && token.text !== 'false') {
      throw unsupportedProblem(token.text === 'null' ? 'null' : `“${token.text}”`);
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
    const literal = token.kind === 'string' ? unquoted(token.text) : token.text;
    // A malformed id is not an error: no row has it.
    if (type === 'uuid' && fits.uuid) {
      return parseValue('uuid', literal) ?? '00000000-0000-0000-0000-000000000000';
    }
    const value = fits[type] ? parseValue(type, literal) : null;
    if (value === null) throw invalidValueProblem({ id: of.field.id, type }, token.text);
    return value;
  }

  const condition = parseOr();
  if (peek().kind !== 'end') fail();
  return condition;
}

function joinConditions(kind: 'and' | 'or', parts: Condition[]): Condition {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}
