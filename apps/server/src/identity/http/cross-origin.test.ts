import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './cross-origin.ts';

const own = 'https://id.example.com';

describe('a state-changing request', () => {
  it.each([
    [{ origin: own, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: own }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: `${own}.evil.example` }, false],
    [{ origin: own, 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('with %j counts as same-origin: %s', (headers, expected) => {
    expect(isSameOrigin(headers, own)).toBe(expected);
  });
});
