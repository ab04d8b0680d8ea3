import { describe, expect, it } from 'vitest';
import { pageLanguage } from './plain-page.ts';

describe('spec 9: the language of the login area', () => {
  const english = 'a=1; localization=en';
  it.each([
    ['uses the stored choice first', english, 'vi', 'en'],
    ['then uses what the application passed on', undefined, 'en vi', 'en'],
    ['uses the first supported one', undefined, 'fr en-GB vi', 'en'],
    ['ignores an unsupported stored choice', 'localization=fr', 'en', 'en'],
    ['falls back to Vietnamese', undefined, undefined, 'vi'],
    ['falls back to Vietnamese for invalid values', undefined, ['en'], 'vi'],
  ])('spec 9: %s', (_, cookie, passedOn, language) => {
    // The browser's preferred language is ignored.
    const headers = { 'accept-language': 'en-US,en;q=0.9', ...(cookie && { cookie }) };
    expect(pageLanguage(headers, passedOn)).toBe(language);
  });
});
