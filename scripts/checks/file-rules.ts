import type { SourceFile } from './source-files.ts';

const MAX_LINES = 400;
const MEANINGLESS = /^(utils?|helpers?|common|manager)$/i;

/** Finds files that are too long or have meaningless names. @throws Error if there are no files */
export function findFileProblems(sources: SourceFile[]): string[] {
  if (sources.length === 0) throw new Error('The file check has looked at no file.');
  return sources.flatMap(({ path, text }) => {
    const problems: string[] = [];
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES)
      problems.push(`${path}: ${lines} lines; split it by meaning (${MAX_LINES})`);
    const bad = path.split('/').find((part) => MEANINGLESS.test(part.split('.')[0] ?? ''));
    if (bad !== undefined) problems.push(`${path}: "${bad}" says nothing about what is inside`);
    return problems;
  });
}
