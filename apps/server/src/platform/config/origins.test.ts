import { expect, it } from 'vitest';
import { isEncryptedOrLocal } from './origins.ts';

it.each([
  'https://example.com/',
  'http://localhost:3000/',
  'http://app.localhost:3000/',
  'http://127.0.0.1/',
  'http://127.1.2.3:8080/',
  'http://[::1]:3000/',
])('%s is encrypted or local', (url) => {
  expect(isEncryptedOrLocal(new URL(url))).toBe(true);
});

it.each([
  'http://example.com/',
  'http://localhost.example.com/',
  'http://evillocalhost/',
  'http://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'http://0.0.0.0/',
  'http://[::2]/',
  'ftp://localhost/',
  'javascript:alert(1)',
])('%s is neither encrypted nor local', (url) => {
  expect(isEncryptedOrLocal(new URL(url))).toBe(false);
});
