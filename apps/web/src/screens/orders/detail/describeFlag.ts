import { texts } from '../texts.ts';

/** Describes a flag: a code, with details after a colon. An unknown code is shown as it is. */
export function describeFlag(flag: string): string {
  const [code = '', ...rest] = flag.split(':');
  const known = Object.entries(texts.flagMessages).find(([name]) => name === code);
  return known ? known[1](rest.join(':')) : flag;
}
