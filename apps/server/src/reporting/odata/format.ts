import { notAcceptableProblem } from './problems.ts';

/** How numbers are written that a client without decimals cannot hold: as they are, or as text. */
export type NumberFormat = 'plain' | 'text';

export interface ResponseFormat {
  numbers: NumberFormat;
  /** How much an answer says about itself; `full` is answered as `minimal`, and says so. */
  metadata: 'minimal' | 'none';
}

/**
 * How a client wants rows written, by `$format` before `Accept` (OData 4.0 protocol, 11.2.10).
 * @throws Problem 406 where it takes no JSON.
 */
export function negotiateFormat(accept: string | undefined, query: unknown): ResponseFormat {
  const formatOption =
    typeof query === 'object' && query !== null && '$format' in query ? String(query.$format) : '';
  if (formatOption === '' && !acceptsType(accept, 'application/json'))
    throw notAcceptableProblem('application/json');
  const requested = formatOption.includes(';') ? formatOption : `${accept ?? ''};${formatOption}`;
  return {
    numbers: /IEEE754Compatible=true/i.test(requested) ? 'text' : 'plain',
    metadata: /odata\.metadata=none/i.test(firstJsonType(requested)) ? 'none' : 'minimal',
  };
}

/** The media type that a client wants most; those that it would take too come after a comma. */
const firstJsonType = (accept: string) =>
  accept.split(',').find((each) => /^\s*application\/json/i.test(each)) ?? '';

export const jsonContentType = ({ numbers, metadata }: ResponseFormat) =>
  `application/json;odata.metadata=${metadata};IEEE754Compatible=${numbers === 'text'};charset=utf-8`;

/** Whether an `Accept` header takes a media type, whatever its parameters (RFC 9110, 12.5.1). */
export function acceptsType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const [group = ''] = type.split('/');
  return accept.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && [type, `${group}/*`, '*/*'].includes(name);
  });
}
