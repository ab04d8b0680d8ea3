import { describe, expect, it } from 'vitest';
import { vi as google } from '../screens/google/texts.vi.ts';
import { en as profile } from '../screens/profile/texts.ts';
import { en as done } from '../screens/done/texts.ts';
import { en as refer } from '../screens/refer/texts.ts';
import { en as unavailable } from '../screens/unavailable/texts.ts';
import { en as verified } from '../screens/verified/texts.ts';
import { en as signIn } from '../sign-in/texts.en.ts';
import { en } from './texts/shared.ts';
import { vi } from './texts/shared.vi.ts';

describe('the specified English wordings', () => {
  it.each([
    ['spec 8: the title of an error', en.error, 'Error'],
    [
      'spec 8: SomethingWentWrong',
      en.somethingWentWrong,
      'Something went wrong, please try again later',
    ],
    ['spec 8: a render error', en.unexpectedApplicationError, 'Unexpected Application Error'],
    ['spec 5: logging out without an ID token', en.alreadyLoggedOut, 'User already logout'],
    [
      'spec 6: PermissionDenied',
      en.permissionDenied,
      "You don't have permission to access this page",
    ],
    ['spec 8: PageNotFound', en.pageNotFound, 'The page you visited does not exist'],
    ['spec 8: an invalid link', refer.title, 'Invalid refer'],
    ['spec 8: an unavailable partner', unavailable.title, 'Unavailable partner'],
    ['spec 4: while data is connected', verified.connecting, 'Connecting data, please wait'],
    ['spec 4: after the verification', verified.title, 'Successfully verified'],
    ['spec 4: at the end', done.title, 'All done'],
    ['spec 5: email', profile.required.email, 'Please enter your email!'],
    ['spec 5: phone number', profile.required.phoneNumber, 'Please enter your phone number!'],
    ['spec 5: business', profile.required.business, 'Please enter your business!'],
    ['spec 5: purpose', profile.required.purpose, 'Please enter your purpose!'],
    ['spec 1: remember me', signIn.remember, 'Remember me'],
  ])('%s', (_, shown, specified) => {
    expect(shown).toBe(specified);
  });

  it('spec 1: the completion says to close the window and continue in a reporting tool', () => {
    expect(done.close).toBe('You may close this window and continue in the reporting tool.');
  });

  it('calls the reference of an error by one name', () => {
    expect(vi.reference('r-1')).toBe('Mã tra cứu: r-1');
    expect(google.reference('r-1')).toBe(vi.reference('r-1'));
  });

  it('spec 1: no shared message is left in English in Vietnamese', () => {
    const same = Object.entries(vi).filter(
      ([name, text]) =>
        typeof text === 'string' && name !== 'product' && text === Reflect.get(en, name),
    );
    expect(same).toEqual([]);
  });
});
