import { notAcceptableProblem } from './problems.ts';

/** How numbers that exceed JSON's precision are written: as numbers, or as text. */
export type NumberFormat = 'plain' | 'text';

export interface ResponseFormat {
  numbers: NumberFormat;
  /** Amount of control information. `full` is answered as `minimal`, and the content type says so. */
  metadata: 'minimal' | 'none';
}

/**
 * Negotiates the response format; `$format` takes precedence over `Accept` (OData 4.0 protocol, 11.2.10).
 * @throws Problem 406 if the client does not accept JSON
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

/** Returns the client's preferred JSON media type; alternatives follow after a comma. */
const firstJsonType = (accept: string) =>
  accept.split(',').find((each) => /^\s*application\/json/i.test(each)) ?? '';

export const jsonContentType = ({ numbers, metadata }: ResponseFormat) =>
  `application/json;odata.metadata=${metadata};IEEE754Compatible=${numbers === 'text'};charset=utf-8`;

/** Returns whether an `Accept` header accepts a media type, ignoring other parameters than `q=0` (RFC 9110, 12.5.1). */
export function acceptsType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const [group = ''] = type.split('/');
  return accept.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && [type, `${group}/*`, '*/*'].includes(name);
  });
}
