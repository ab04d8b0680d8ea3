import { describe, expect, it } from 'vitest';
import { graphError, tokenError } from '../src/facebook/errors.ts';
import { loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const { errors } = loadDocument('facebook');

describe('every documented error of Graph is mapped on purpose', () => {
  it.each(errors.map(({ code, meaning, operations }) => [code, meaning, operations] as const))(
    'error %s is of the kind %s',
    (code, meaning, operations) => {
      const fault = { code, message: 'text' };
      const error = operations
        ? tokenError('/any', fault, 'token', null)
        : graphError('/any', fault, null);
      expect(errorKindsFor(meaning)).toContain(error.kind);
    },
  );
});
