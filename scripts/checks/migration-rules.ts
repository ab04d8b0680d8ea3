import type { SourceFile } from './source-files.ts';

/** Statements that can break the version that runs beside the new one during an upgrade. */
const contractingStatements: readonly [RegExp, string][] = [
  [
    /^drop (table|view|materialized view|function|procedure|type|domain|schema|sequence|index|trigger|policy)\b/,
    'drops what an older version may use',
  ],
  [/^alter table .*\bdrop (?!not null\b|expression\b|identity\b)/, 'drops a part of a table'],
  [/^alter .*\brename\b/, 'renames what an older version knows by its name'],
  [/^alter table .*\balter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter table .*\bset not null\b/, 'refuses rows of an older version'],
  [
    /^alter table .*\badd (constraint|check|unique|primary key|foreign key|exclude)\b/,
    'refuses rows of an older version',
  ],
  [/^alter table .*\b(enable|force) row level security\b/, 'hides rows from an older version'],
  [/^create unique index\b/, 'refuses rows of an older version'],
  // The program's roles have grants of their own.
  [/^(truncate\b|revoke (?!.* from public$))/, 'takes away what an older version may use'],
];
const addedColumn = /\badd (column )?(if not exists )?\w+ (\([^)]*\)|[^,(])*/g;
const contractMarker = /^-- contract: needs (?<number>\d{3})$/m;

/**
 * Finds migrations that an older version cannot run beside and that do not say so in a contract marker, and markers
 * with an impossible number. Tables that the same migration creates are unknown to older versions and may be changed.
 * @throws Error if there are no migrations
 */
export function findMigrationProblems(migrations: readonly SourceFile[]): string[] {
  if (migrations.length === 0) throw new Error('The migration check has looked at no file.');
  return migrations.flatMap(({ path, text }) => {
    const marked = contractMarker.exec(text)?.groups?.['number'];
    const own = /\/(\d{3})-[^/]*$/.exec(path)?.[1];
    if (marked !== undefined) {
      return own !== undefined && marked < own
        ? []
        : [`${path}: needs ${marked} must name a migration before its own number`];
    }
    return findContractingStatements(text).map(
      ({ statement, reason }) =>
        `${path}: "${statement.slice(0, 70)}" ${reason}; contract in a later release and mark it "-- contract: needs NNN"`,
    );
  });
}

export function findContractingStatements(text: string): { statement: string; reason: string }[] {
  const statements = splitStatements(text);
  const created = new Set(
    statements.flatMap((each) => /^create table (?:if not exists )?(\S+)/.exec(each)?.[1] ?? []),
  );
  return statements.flatMap((statement) => {
    const target =
      /^(?:alter table (?:if exists )?(?:only )?|create unique index .*? on (?:only )?|revoke .*? on (?:table )?)(\S+)/.exec(
        statement,
      )?.[1];
    if (target !== undefined && created.has(target.replace(/\(.*/, ''))) return [];
    const reason =
      contractingStatements.find(([pattern]) => pattern.test(statement))?.[1] ??
      (addsRequiredColumn(statement) ? 'refuses rows of an older version' : null);
    return reason === null ? [] : [{ statement, reason }];
  });
}

/** Whether a column is added that must have a value, which an older version does not write. */
function addsRequiredColumn(statement: string): boolean {
  if (!statement.startsWith('alter table')) return false;
  return [...statement.matchAll(addedColumn)].some(
    ([column]) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column),
  );
}

const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|;|[^;'$/-]+|[\s\S]/g;

/**
 * Splits a migration into statements in lower case with single spaces, without comments and literals. The bodies of
 * `do` blocks are executed at once and are split too; those of functions are not.
 */
function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token.startsWith('--') || token.startsWith('/*')) current += ' ';
    else if (token.startsWith("'")) current += "''";
    else if (/^\$\w*\$/.test(token)) {
      if (/^\s*do\b/i.test(current)) statements.push(...splitBlock(token));
      current += ' ';
    } else if (token === ';') {
      statements.push(current);
      current = '';
    } else current += token;
  }
  statements.push(current);
  return statements
    .map((each) => each.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((each) => each !== '');
}

/** Returns the statements of a `do` block without the words of its control flow. */
function splitBlock(body: string): string[] {
  const inner = body.replaceAll(/^\$\w*\$|\$\w*\$$/g, '');
  return splitStatements(inner).map((each) => each.replace(/^(.*\b(begin|then|else|loop) )+/, ''));
}
