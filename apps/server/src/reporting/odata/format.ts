import { notAcceptable } from './problems.ts';

/** How numbers are written that a client without decimals cannot hold: as they are, or as text. */
export type Numbers = 'plain' | 'text';

export interface Format {
  numbers: Numbers;
  /** How much an answer says about itself; `full` is answered as `minimal`, and says so. */
  metadata: 'minimal' | 'none';
}

/**
 * How a client wants rows written, by `$format` before `Accept` (OData 4.0 protocol, 11.2.10).
 * @throws Problem 406 where it takes no JSON.
 */
export function formatOf(accept: string | undefined, query: unknown): Format {
  const named =
    typeof query === 'object' && query !== null && '$format' in query ? String(query.$format) : '';
  if (named === '' && !accepts(accept, 'application/json')) throw notAcceptable('application/json');
  const asked = named.includes(';') ? named : `${accept ?? ''};${named}`;
  return {
    numbers: /IEEE754Compatible=true/i.test(asked) ? 'text' : 'plain',
    metadata: /odata\.metadata=none/i.test(firstJson(asked)) ? 'none' : 'minimal',
  };
}

/** The media type that a client wants most; those that it would take too come after a comma. */
const firstJson = (accept: string) =>
  accept.split(',').find((each) => /^\s*application\/json/i.test(each)) ?? '';

export const jsonType = ({ numbers, metadata }: Format) =>
  `application/json;odata.metadata=${metadata};IEEE754Compatible=${numbers === 'text'};charset=utf-8`;

/** Whether an `Accept` header takes a media type, whatever its parameters (RFC 9110, 12.5.1). */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const [group = ''] = type.split('/');
  return accept.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && [type, `${group}/*`, '*/*'].includes(name);
  });
}
