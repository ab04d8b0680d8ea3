import { PartnerError } from '../connector/partner-error.ts';

/**
 * Parses the checkpoint of a fetch from the text that an earlier page returned.
 * @param shape the schema of a valid checkpoint
 * @throws PartnerError `invalid_request` with code `bad_checkpoint` for any other text
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
