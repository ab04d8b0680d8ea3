import { describe, expect, it } from 'vitest';
import { apiError, tokenError } from '../src/tiki/errors.ts';
import { knownStatuses, mapStatus } from '../src/tiki/statuses.ts';
import { loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const { enumerations, errors } = loadDocument('tiki');

describe('every documented value of Tiki is mapped on purpose', () => {
  const statuses = enumerations.get('OrderStatus') ?? [];

  it.each(statuses)('order status %s, before and after the delivery', (status) => {
    expect(mapStatus(status, false).stage).not.toBe('unknown');
    expect(mapStatus(status, true).stage).not.toBe('unknown');
  });

  it('order statuses, and no other', () => {
    expect([...knownStatuses].toSorted()).toEqual([...statuses].toSorted());
  });

  it.each(errors.map(({ code, meaning, operations }) => [code, meaning, operations] as const))(
    'error %s is of the kind %s',
    (code, meaning, operations) => {
      const body = Buffer.from(JSON.stringify(operations ? { error: code } : { errors: [code] }));
      const answer = { status: operations ? 400 : Number(code), body, retryAfterMs: null };
      const error = operations
        ? tokenError('/any', answer, 'refresh_token')
        : apiError('/any', answer);
      expect(errorKindsFor(meaning)).toContain(error.kind);
    },
  );
});
