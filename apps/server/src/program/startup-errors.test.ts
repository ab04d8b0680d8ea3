import { expect, it } from 'vitest';
import { startupErrorMessage } from './startup-errors.ts';

it('explains a database lock of another session in a sentence', () => {
  const cause = Object.assign(new Error('canceling statement'), { code: '55P03' });
  expect(startupErrorMessage(new Error('The migration x failed', { cause }))).toMatch(
    /another connection holds a lock/,
  );
});
