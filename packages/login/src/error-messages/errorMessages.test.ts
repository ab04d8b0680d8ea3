import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LoginError } from '../errors.ts';
import { en } from './en.ts';
import { loginErrorMessage } from './index.ts';
import { vi } from './vi.ts';

/** The ten standard codes of the specification (section 8). */
const standard = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
] as const;

/** Reads all codes from the source of `errors.ts`, since types do not exist at run time. */
function declaredCodes(): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', 'errors.ts'), 'utf8');
  return [...text.matchAll(/^ {2}\| '(\w+)'/gm)].flatMap(([, code]) => code ?? []);
}

describe.each([
  ['vi', vi],
  ['en', en],
] as const)('messages in %s', (language, messages) => {
  test('spec 8: have a distinct sentence for every code, and for no other', () => {
    const sentences = Object.values(messages.problems);
    expect(Object.keys(messages.problems).toSorted()).toEqual(declaredCodes().toSorted());
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^.]{10,110}\.$/u);
  });

  test.each(standard)('spec 8: %s has a fixed description and an advice', (code) => {
    const { problem, advice } = loginErrorMessage({ code }, language);
    expect(problem).toBe(messages.problems[code]);
    expect(advice).toMatch(/^\p{Lu}.{10,}\.$/u);
  });
});

test('the advice depends on the code', () => {
  expect(loginErrorMessage({ code: 'access_denied' }, 'en').advice).toBe('Sign in again.');
  expect(loginErrorMessage({ code: 'network' }, 'vi').advice).toBe('Kiểm tra mạng rồi thử lại.');
  expect(loginErrorMessage({ code: 'id_token_expired' }, 'en').advice).toContain('date and time');
  expect(loginErrorMessage({ code: 'invalid_client' }, 'vi').advice).toContain('invalid_client');
});

test('a message contains no text of the provider', () => {
  const error = new LoginError('server_error', 'text', { error: 'call_0900', reason: '0900' });
  expect(JSON.stringify(loginErrorMessage(error, 'en'))).not.toContain('0900');
});
