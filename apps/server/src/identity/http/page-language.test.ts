import { describe, expect, it } from 'vitest';
import { pageLanguage } from './page-language.ts';

describe('spec 9: the language of the login area', () => {
  const english = 'a=1; localization=en';
  it.each([
    ['the stored choice first', english, 'vi', 'en'],
    ['then what the application passed on', undefined, 'en vi', 'en'],
    ['the first of it that is known', undefined, 'fr en-GB vi', 'en'],
    ['a choice that nobody knows is none', 'localization=fr', 'en', 'en'],
    ['then Vietnamese', undefined, undefined, 'vi'],
    ['also for what is no language', undefined, ['en'], 'vi'],
  ])('spec 9: %s', (_, cookie, passedOn, language) => {
    // The browser's preferred language is ignored.
    const headers = { 'accept-language': 'en-US,en;q=0.9', ...(cookie && { cookie }) };
    expect(pageLanguage(headers, passedOn)).toBe(language);
  });
});
