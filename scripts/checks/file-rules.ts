import type { SourceFile } from './source-files.ts';

const maxLines = 400;
const meaninglessName = /^(utils?|helpers?|common|manager)$/i;
/** An error class, with its body up to the end of its first member with braces. */
const errorClass = /\bclass (?<name>\w+) extends \w*Error\b[^{]*\{(?<start>[^}]*)\}/g;
/** A file of tests, or a configuration of them. */
const testFile = /\.(?:test|spec)\.tsx?$|(?:vitest|playwright)\.config\.ts$/;
const repetition = /\bretr(?:y|ies): *[1-9]\b/;
const capitalConstant = /^(?:export )?const (?<name>[A-Z][A-Z0-9_]+)\b/gm;

/**
 * Finds files that are too long or have meaningless names, constants in capitals, tests that are repeated when they
 * fail, and error classes whose `name`, which logs show, differs from the class name.
 * @throws Error if there are no files
 */
export function findFileProblems(sources: SourceFile[]): string[] {
  if (sources.length === 0) throw new Error('The file check has looked at no file.');
  return sources.flatMap(({ path, text }) => {
    const problems: string[] = [];
    const lines = text.split('\n').length - 1;
    if (lines > maxLines)
      problems.push(`${path}: ${lines} lines; split it by meaning (${maxLines})`);
    const bad = path.split('/').find((part) => meaninglessName.test(part.split('.')[0] ?? ''));
    if (bad !== undefined) problems.push(`${path}: "${bad}" says nothing about what is inside`);
    if (testFile.test(path) && repetition.test(text))
      problems.push(`${path}: a failed test is not repeated; wait for a condition in it`);
    for (const { groups } of text.matchAll(capitalConstant)) {
      problems.push(`${path}: write the constant ${groups?.['name']} in camelCase`);
    }
    for (const { groups } of text.matchAll(errorClass)) {
      const { name = '', start = '' } = groups ?? {};
      if (!start.includes(` name = '${name}';`))
        problems.push(`${path}: the name of the error class ${name} is not '${name}'`);
    }
    return problems;
  });
}
