import { PartnerError } from '../connector/partner-error.ts';

/**
 * Where a reading goes on, from the text that an earlier page of it handed out.
 * @param shape what it must look like
 * @throws PartnerError for a text that no page handed out
 */
export function parseCheckpoint<Checkpoint>(
  text: string,
  shape: { Check(value: unknown): value is Checkpoint },
  endpoint: string,
): Checkpoint {
  const value = parseOrNull(text);
  if (!shape.Check(value)) throw invalidCheckpoint(endpoint);
  return value;
}

export function invalidCheckpoint(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'invalid_request', code: 'bad_checkpoint', endpoint });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
