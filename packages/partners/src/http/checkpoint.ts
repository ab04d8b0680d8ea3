import { PartnerError } from '../connector/partner-error.ts';

/**
 * Where a reading goes on, from the text that an earlier page of it handed out.
 * @param shape what it must look like
 * @throws PartnerError for a text that no page handed out
 */
export function readCheckpoint<Checkpoint>(
  text: string,
  shape: { Check(value: unknown): value is Checkpoint },
  endpoint: string,
): Checkpoint {
  const value = parsed(text);
  if (!shape.Check(value)) throw badCheckpoint(endpoint);
  return value;
}

export function badCheckpoint(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'invalid_request', code: 'bad_checkpoint', endpoint });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
