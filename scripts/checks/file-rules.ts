import type { SourceFile } from './source-files.ts';

const MAX_LINES = 400;
const MEANINGLESS = /^(utils?|helpers?|common|manager)$/i;
/** An error class, with its body up to the end of its first member with braces. */
const ERROR_CLASS = /\bclass (?<name>\w+) extends \w*Error\b[^{]*\{(?<start>[^}]*)\}/g;

/**
 * Finds files that are too long or have meaningless names, and error classes whose `name`, which logs show, differs
 * from the class name.
 * @throws Error if there are no files
 */
export function findFileProblems(sources: SourceFile[]): string[] {
  if (sources.length === 0) throw new Error('The file check has looked at no file.');
  return sources.flatMap(({ path, text }) => {
    const problems: string[] = [];
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES)
      problems.push(`${path}: ${lines} lines; split it by meaning (${MAX_LINES})`);
    const bad = path.split('/').find((part) => MEANINGLESS.test(part.split('.')[0] ?? ''));
    if (bad !== undefined) problems.push(`${path}: "${bad}" says nothing about what is inside`);
    for (const { groups } of text.matchAll(ERROR_CLASS)) {
      const { name = '', start = '' } = groups ?? {};
      if (!start.includes(` name = '${name}';`))
        problems.push(`${path}: the name of the error class ${name} is not '${name}'`);
    }
    return problems;
  });
}
