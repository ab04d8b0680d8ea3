import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const repository = join(import.meta.dirname, '..', '..', '..');
const classesByFile = new Map<string, { prefix: string; classes: string[] }>();

/**
 * Names a class of a CSS module in the build: a hash of the file's path and the number of the class in the file. The
 * names stand in scripts too, where they hardly compress, and these are a third of Vite's.
 */
export function shortClassName(name: string, address: string): string {
  const [file = ''] = relative(repository, address).split('?');
  const hash = createHash('sha256').update(file.replaceAll('\\', '/')).digest('hex');
  const prefix = `_${Number.parseInt(hash.slice(0, 12), 16).toString(36).slice(-4)}`;
  const known = classesByFile.get(file) ?? { prefix, classes: [] };
  const isTaken = (other: typeof known) => other !== known && other.prefix === prefix;
  if ([...classesByFile.values()].some(isTaken)) {
    throw new Error(`Classes of ${file} would have the names of another file's`);
  }
  classesByFile.set(file, known);
  if (!known.classes.includes(name)) known.classes.push(name);
  return prefix + known.classes.indexOf(name).toString(36);
}
