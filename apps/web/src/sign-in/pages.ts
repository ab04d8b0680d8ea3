import { en } from './texts.en.ts';
import { vi, type SignInTexts } from './texts.vi.ts';
import type { Language } from '../storage.ts';

/** The pages of the login area; each is a file per language in the build. */
export const pageNames = ['login', 'register', 'forgot-password', 'google'] as const;
export type PageName = (typeof pageNames)[number];

/** What the server may say about a login that failed; each is a file of its own as well. */
export const errorCodes = [
  'invalid_credentials',
  'rate_limited',
  'interaction_expired',
  'validation',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Stands where the server puts the interaction's id, escaped for HTML. */
export const interactionPlaceholder = '__INTERACTION__';
/** Stands where the server puts the address at which to begin a login again, escaped for HTML. */
export const beginPlaceholder = '__BEGIN__';

export const signInTexts: Record<Language, SignInTexts> = { vi, en };

/** Everything that decides what a page of the login area looks like when it is first shown. */
export interface SignInState {
  readonly page: PageName;
  readonly language: Language;
  readonly error: ErrorCode | null;
  /** The interaction's id, or its placeholder in the build. */
  readonly interaction: string;
  /** Where a login begins anew: a page of the application, or the placeholder in the build. */
  readonly begin: string;
}

/** The title of the browser's tab. */
export function titleOf(page: PageName, language: Language): string {
  const texts = signInTexts[language];
  const name = page === 'login' ? texts.title : texts.notices[page].title;
  return `${name} · ${texts.product}`;
}

const withInteraction = (path: string, interaction: string) => `${path}?interaction=${interaction}`;

/** Addresses of the login area, all on the identity provider's origin. */
export const addresses = {
  login: (interaction: string) => withInteraction('/oauth/authorize', interaction),
  register: (interaction: string) => withInteraction('/register', interaction),
  forgotPassword: (interaction: string) => withInteraction('/forgot-password', interaction),
  google: (interaction: string) => withInteraction('/sign-in/google', interaction),
  submit: (interaction: string) => `/oauth/interaction/${interaction}/login`,
};

/** The address of a page of the login area. */
export function addressOf(page: PageName, interaction: string): string {
  switch (page) {
    case 'register':
      return addresses.register(interaction);
    case 'forgot-password':
      return addresses.forgotPassword(interaction);
    case 'google':
      return addresses.google(interaction);
    case 'login':
      return addresses.login(interaction);
  }
}
