import { declaredNames, sqlNames } from './declarations.ts';
import type { SourceFile } from './source-files.ts';

interface RetiredTerms {
  /** Segments in lower case. Several segments must be adjacent. */
  terms: readonly string[];
  /**
   * `first`: only as the first segment. `verb`: only as the first segment of a camelCase or snake_case name with
   * several segments. Default: anywhere.
   */
  at?: 'first' | 'verb';
  /** Paths where the term is retired; all by default. */
  in?: RegExp;
  /** Paths where the term has a domain meaning. */
  notIn?: RegExp;
  /** Replacement, as the end of "write …". */
  instead: string;
}

const serverFiles = /^apps\/server\//;
const webFiles = /^(apps\/web|packages\/ui)\//;
const payoutFiles =
  /\/(reporting|metrics|screens\/orders|tiktok|looker-studio)\/|money|settlement|payout/i;

/** Terms that names must not contain. `docs/glossary.md` lists the terms to use. */
const retiredTerms: readonly RetiredTerms[] = [
  {
    terms: ['told', 'untold'],
    instead: 'revision, notifiedAt, isEnabled, rendered… or incoming…, by meaning',
  },
  { terms: ['most', 'longest'], at: 'first', instead: 'max…' },
  { terms: ['fewest', 'few', 'least', 'shortest'], at: 'first', instead: 'min…' },
  { terms: ['usual'], at: 'first', instead: 'default…' },
  { terms: ['note'], at: 'verb', instead: 'record…, insert… or enqueue…' },
  { terms: ['noted', 'noting'], instead: 'recorded, inserted or enqueued' },
  {
    terms: ['forget', 'forgets', 'forgetting', 'forgotten'],
    instead: 'delete, purge, clear or revoke',
  },
  { terms: ['keep'], at: 'verb', instead: 'store…, save…, persist… or retain…' },
  { terms: ['tell', 'tells', 'telling'], at: 'verb', instead: 'notify…, emit… or report…' },
  {
    terms: ['hold', 'holds', 'held', 'holding'],
    instead: 'lease (fencingToken, leaseExpiresAt; acquire, renew, release) or stored',
  },
  {
    terms: ['settle', 'settles', 'settling'],
    instead: 'flush, commit, resolve, seed, grant, recount or recordOutcome',
  },
  {
    terms: ['settled'],
    notIn: payoutFiles,
    instead: 'committed, resolved, idle or ready; only payouts are settled',
  },
  { terms: ['turn', 'turns'], instead: 'permit (rate limiter), timeSlice (worker) or tick' },
  { terms: ['rests', 'rest ms', 'resting'], instead: 'cooldown, retryAfterMs or minIntervalMs' },
  { terms: ['look'], at: 'verb', instead: 'poll…, find… or wake…' },
  { terms: ['looking'], instead: 'polling' },
  { terms: ['asked'], instead: 'requested' },
  {
    terms: ['place', 'places'],
    in: serverFiles,
    instead: 'cursor, pageRequest, context, key or index',
  },
  { terms: ['reading', 'readings'], instead: 'fetch, sync, metrics or …Source' },
  { terms: ['spread', 'spreading'], instead: 'fanOut or dispatch' },
  {
    terms: ['words'],
    instead: 'LocalizedText, messages, labels, searchTerm, rawBytes or args',
  },
  { terms: ['happening', 'happenings'], instead: 'AuditEvent' },
  {
    terms: ['person', 'people'],
    instead: 'user, account, IdentityProfile or AuthUser; IdentityDirectory for all of them',
  },
  { terms: ['letter', 'letters'], instead: 'email; character, if of a text' },
  { terms: ['fate', 'fates'], instead: 'outcome' },
  { terms: ['deps'], instead: 'dependencies' },
  { terms: ['way on'], instead: 'nextSetupPath' },
  { terms: ['trail', 'trails'], instead: 'breadcrumbs (web) or auditEvents' },
  { terms: ['face', 'faces'], instead: 'pageState, pageStates' },
  { terms: ['figure', 'figures'], in: webFiles, instead: 'metric, MetricCard' },
  { terms: ['own failure'], instead: 'handleErrorLocally' },
  { terms: ['lost chunk'], instead: 'ChunkLoadError' },
  { terms: ['colour', 'colours'], instead: 'color, as the platform spells it' },
  { terms: ['normalise', 'normalised'], instead: 'normalize, as the platform spells it' },
  { terms: ['serialise', 'serialised'], instead: 'serialize, as the platform spells it' },
  { terms: ['synchronise', 'synchronised'], instead: 'sync, synced' },
];

interface Exception {
  /** Segments as in the table. */
  name: string;
  /** All files by default. */
  file?: RegExp;
  reason: string;
}

/** Names where a retired term is correct. At most ten. */
export const exceptions: readonly Exception[] = [
  { name: 'on hold', reason: 'a state of orders at the marketplaces' },
  { name: 'on settled', reason: 'a callback of TanStack Query' },
  { name: 'keep alive', reason: 'the name in HTTP and TCP' },
  { name: 'look up', reason: 'the usual verb for it' },
  { name: 'font faces', reason: 'the name in CSS' },
  { name: 'least', file: /\.sql$/, reason: 'a function of SQL' },
  { name: 'reading time', reason: 'how long a text takes to read' },
  { name: 'words', file: /\/password-rules\./, reason: 'words that a password is made of' },
  { name: 'person', file: /\/redact-persons\./, reason: 'those whose data marketplaces send' },
];

const retiredSegments = new Set(
  retiredTerms.flatMap(({ terms }) => terms.flatMap((term) => term.split(' '))),
);

/** A name that contains a retired term. */
export interface RetiredName {
  path: string;
  line: number;
  name: string;
  term: string;
  instead: string;
}

/**
 * Finds names with retired terms, one line each.
 * @throws Error if there are no names
 */
export function findRetiredNames(sources: SourceFile[], schemas: SourceFile[]): string[] {
  return listRetiredNames(sources, schemas).map(
    ({ path, line, name, term, instead }) =>
      `${path}:${line}: ${name}: "${term}" is retired; write ${instead}`,
  );
}

/**
 * Lists names with retired terms of files, and those that sources declare or schemas mention, each name once per file.
 * @throws Error if there are no names
 */
export function listRetiredNames(sources: SourceFile[], schemas: SourceFile[]): RetiredName[] {
  const declared = sources.map(({ path, text }) => ({ path, names: declaredNames(text) }));
  const mentioned = schemas.map(({ path, text }) => ({ path, names: sqlNames(text) }));
  for (const [kind, files] of Object.entries({ TypeScript: declared, SQL: mentioned })) {
    if (!files.some(({ names }) => names.length > 0)) {
      throw new Error(`The word check has found no name in ${kind}.`);
    }
  }
  return [...declared, ...mentioned].flatMap(({ path, names }) => {
    const inFile = [{ name: fileName(path), line: 1 }, ...names];
    const firstLines = new Map(inFile.toReversed().map(({ name, line }) => [name, line]));
    return [...firstLines].toReversed().flatMap(([name, line]) => {
      const retired = findRetiredTerm(name, path);
      return retired === undefined ? [] : [{ path, line, name, ...retired }];
    });
  });
}

/** Returns the name of a file in PascalCase, because most are nouns: `note-store.ts` is no verb. */
function fileName(path: string): string {
  const [name = ''] = /[^/]*$/.exec(path) ?? [];
  return name
    .replace(/\.\w+$/, '')
    .replace(/(?:^|[-.])\w/g, (start) => start.slice(-1).toUpperCase());
}

/** Splits a camelCase, PascalCase, snake_case or SCREAMING_CASE name into lower-case segments. */
export function segmentsOf(name: string): string[] {
  const segments = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [];
  return segments.map((segment) => segment.toLowerCase());
}

function findRetiredTerm(
  name: string,
  path: string,
): { term: string; instead: string } | undefined {
  const segments = segmentsOf(name);
  if (!segments.some((segment) => retiredSegments.has(segment))) return undefined;
  // Parameters of SQL functions begin with `p_`.
  if (path.endsWith('.sql') && segments[0] === 'p') segments.shift();
  const phrase = withoutExceptions(` ${segments.join(' ')} `, path);
  const canBeginWithVerb = segments.length > 1 && /^\p{Ll}/u.test(name);
  for (const { terms, at, in: paths, notIn, instead } of retiredTerms) {
    if (paths?.test(path) === false || notIn?.test(path) === true) continue;
    const term = terms.find((each) =>
      at === undefined
        ? phrase.includes(` ${each} `)
        : phrase.startsWith(` ${each} `) && (at === 'first' || canBeginWithVerb),
    );
    if (term !== undefined) return { term, instead };
  }
  return undefined;
}

function withoutExceptions(phrase: string, path: string): string {
  let remaining = phrase;
  for (const { name, file } of exceptions) {
    if (file?.test(path) !== false) remaining = remaining.replaceAll(` ${name} `, ' - ');
  }
  return remaining;
}
