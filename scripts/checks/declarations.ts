/** A name and its line. */
export interface Name {
  name: string;
  line: number;
}

interface Token {
  /** A word, a single punctuation mark, `=>`, `...`, or `""` for a literal. */
  text: string;
  line: number;
  isWord: boolean;
}

const tokenPattern =
  /(?<skipped>\s+|\/\/.*|\/\*[\s\S]*?\*\/)|(?<word>[\p{L}_$#][\p{L}\p{N}_$]*)|(?<literal>\d[\w.]*|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*")|=>|\.\.\.|[\s\S]/uy;
const regexLiteral = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
/** Text of a template literal up to its end or to the next `${`. */
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;

const declaringKeywords = setOf('const let var class interface type namespace');
const modifiers = setOf('abstract async get override private protected public readonly set static');
const keywords =
  setOf(`as await break case catch const constructor continue default delete do else export extends
  false for from function if implements import in instanceof is keyof let new null of return satisfies super switch
  this throw true try typeof undefined var void while with yield`);
const expressionFollows = /^(return|typeof|case|of|in|await|yield|throw|else|do|void|delete)$/;

/**
 * Returns the names that a TypeScript or JavaScript source declares: variables, functions, types, members and
 * parameters. The scanner works on tokens, not on the grammar: keys of object literals count as members. Names inside
 * strings, comments, markup and `import { … }` do not count.
 */
export function declaredNames(text: string): Name[] {
  const tokens = tokenize(text);
  const closings = matchBrackets(tokens);
  const inPattern = bindingPatterns(tokens, closings);
  const inImport = importClauses(tokens);
  return tokens.flatMap(({ text: name, line, isWord }, index) => {
    if (!isWord || keywords.has(name)) return [];
    const declares = inImport.has(index)
      ? tokens[index - 1]?.text === 'as'
      : inPattern.has(index)
        ? bindsName(tokens, index) || isMember(tokens, index, closings)
        : isNamed(tokens, index) || isMember(tokens, index, closings);
    return declares ? [{ name: name.replace(/^#/, ''), line }] : [];
  });
}

/** Returns all identifiers of an SQL source, including those in function bodies. */
export function sqlNames(text: string): Name[] {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ');
  const code = text.replace(/--.*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g, blank);
  return code
    .split('\n')
    .flatMap((row, index) =>
      [...row.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([name]) => ({ name, line: index + 1 })),
    );
}

/** Matches `const x`, `function x`, `type X`, `x => …`, `#x = …`. */
function isNamed(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1]?.text ?? '';
  const after = tokens[index + 1]?.text ?? '';
  if (before === 'type' && !/^[=<]$/.test(after)) return false;
  if (declaringKeywords.has(before) || before === 'function') return true;
  if (before === '*' && tokens[index - 2]?.text === 'function') return true;
  if (after === '=>') return !isReturnType(tokens, index);
  return after === '=' && (modifiers.has(before) || tokens[index]?.text.startsWith('#') === true);
}

/** Matches the last word of `(…): Promise.x =>`, which is not a parameter. */
function isReturnType(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1]?.text ?? '';
  if (before === ':') return tokens[index - 2]?.text === ')';
  return /^([.|&]|is|keyof|typeof)$/.test(before);
}

/** Matches `x: …`, `x?: …`, `x(…): …`, `x(…) { … }`. */
function isMember(tokens: Token[], index: number, closings: Map<number, number>): boolean {
  const before = tokens[index - 1]?.text ?? '{';
  if (!/^[{},;(*]$|^\.\.\.$/.test(before) && !modifiers.has(before)) return false;
  const after = tokens[index + 1]?.text ?? '';
  if (after === ':') return true;
  if (after === '?' || after === '!') return /^[:(),]$/.test(tokens[index + 2]?.text ?? '');
  const open = after === '<' ? afterTypeParameters(tokens, index + 1) : index + 1;
  if (tokens[open]?.text !== '(' || /^[(*]$/.test(before)) return false;
  return /^[:{]$/.test(tokens[(closings.get(open) ?? open) + 1]?.text ?? '');
}

/** Matches `x`, `x = …`, `y: x` and `...x` in a binding pattern or a parameter list. */
function bindsName(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1]?.text ?? '';
  const after = tokens[index + 1]?.text ?? '';
  return /^([{[(,:]|\.\.\.)$/.test(before) && /^[,}\])=]$/.test(after);
}

/** Returns the indexes inside binding patterns and parameter lists, excluding types of parameters. */
function bindingPatterns(tokens: Token[], closings: Map<number, number>): Set<number> {
  const inside = new Set<number>();
  for (const [open, close] of closings) {
    const before = tokens[open - 1]?.text ?? '';
    const isPattern = tokens[open]?.text !== '(' && /^(const|let|var)$/.test(before);
    if (isPattern || isParameterList(tokens, open, close)) {
      addNames(tokens, open, close, closings, inside);
    }
  }
  return inside;
}

function isParameterList(tokens: Token[], open: number, close: number): boolean {
  if (tokens[open]?.text !== '(') return false;
  if (/^(if|while|for|switch)$/.test(tokens[open - 1]?.text ?? '')) return false;
  return /^(=>|[:{])$/.test(tokens[close + 1]?.text ?? '');
}

/** Adds the indexes of a pattern to `inside`, without types of parameters and default values. */
function addNames(
  tokens: Token[],
  open: number,
  close: number,
  closings: Map<number, number>,
  inside: Set<number>,
): void {
  const isList = tokens[open]?.text === '(';
  for (let index = open + 1; index < close; index++) {
    const text = tokens[index]?.text ?? '';
    if (text === '=' || (text === ':' && isList)) {
      index = endOfPart(tokens, index, close, closings);
    } else if (text === '{' || text === '[') {
      const end = closings.get(index) ?? index;
      addNames(tokens, index, end, closings, inside);
      index = end;
    } else {
      inside.add(index);
    }
  }
}

/** Returns the index before the comma that ends a type or a default value. */
function endOfPart(
  tokens: Token[],
  start: number,
  close: number,
  closings: Map<number, number>,
): number {
  let angles = 0;
  for (let index = start; index < close; index++) {
    const text = tokens[index]?.text ?? '';
    if (text === '<') angles++;
    if (text === '>') angles--;
    if (text === ',' && angles <= 0) return index - 1;
    index = closings.get(index) ?? index;
  }
  return close;
}

/** Returns the indexes of the names in `import { … } from` and `export { … }`. */
function importClauses(tokens: Token[]): Set<number> {
  const inside = new Set<number>();
  for (let index = 0; index < tokens.length; index++) {
    if (!/^(import|export)$/.test(tokens[index]?.text ?? '')) continue;
    let open = index + 1;
    while (tokens[index]?.text === 'import' && /^\w+$|^,$/.test(tokens[open]?.text ?? '')) open++;
    if (tokens[open]?.text === 'type') open++;
    if (tokens[open]?.text !== '{') continue;
    for (let at = open + 1; tokens[at] !== undefined && tokens[at]?.text !== '}'; at++)
      inside.add(at);
  }
  return inside;
}

function afterTypeParameters(tokens: Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < Math.min(tokens.length, open + 60); index++) {
    if (tokens[index]?.text === '<') depth++;
    if (tokens[index]?.text === '>') depth--;
    if (depth === 0) return index + 1;
  }
  return open;
}

/** Maps each opening bracket to its closing bracket. */
function matchBrackets(tokens: Token[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { text, isWord }] of tokens.entries()) {
    if (isWord) continue;
    if (/^[({[]$/.test(text)) open.push(index);
    if (!/^[)}\]]$/.test(text)) continue;
    const start = open.pop();
    if (start !== undefined) closings.set(start, index);
  }
  return closings;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // Number of open braces inside each open `${…}`, the innermost last.
  const braceDepths: number[] = [];
  let line = 1;
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const consume = (piece: string, token?: string, isWord = false) => {
    if (token !== undefined) tokens.push({ text: token, line, isWord });
    for (let index = piece.indexOf('\n'); index >= 0; index = piece.indexOf('\n', index + 1))
      line++;
    at += piece.length;
  };
  const consumeTemplate = () => {
    const piece = match(templateText)?.[0] ?? '';
    consume(piece);
    if (piece.endsWith('${')) braceDepths.push(0);
  };
  while (at < text.length) {
    const isRegex = text[at] === '/' && startsRegex(tokens.at(-1));
    const found = (isRegex ? match(regexLiteral) : null) ?? match(tokenPattern);
    const piece = found?.[0] ?? '';
    const { skipped, word, literal } = found?.groups ?? { literal: piece };
    if (skipped !== undefined) consume(piece);
    else if (word !== undefined) consume(piece, piece, true);
    else if (literal !== undefined) consume(piece, '""');
    else if (piece === '`') {
      consume(piece, '""');
      consumeTemplate();
    } else if (piece === '}' && braceDepths.at(-1) === 0) {
      braceDepths.pop();
      consume(piece);
      consumeTemplate();
    } else {
      const depth = /^[{}]$/.test(piece) ? braceDepths.pop() : undefined;
      if (depth !== undefined) braceDepths.push(depth + (piece === '{' ? 1 : -1));
      consume(piece, piece);
    }
  }
  return tokens;
}

/** Returns whether a slash starts a regex. After an operand it is a division; after `<` it closes an element. */
function startsRegex(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.isWord) return expressionFollows.test(previous.text);
  return !/^(""|[)\]}<])$/.test(previous.text);
}

function setOf(list: string): Set<string> {
  return new Set(list.split(/\s+/));
}
