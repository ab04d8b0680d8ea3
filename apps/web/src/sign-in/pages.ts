import { en } from './texts.en.ts';
import { vi, type SignInTexts } from './texts.vi.ts';
import type { Retention } from './privacyNotice.ts';
import type { Language } from '../storage.ts';

const passwordFaults = [
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_personal',
] as const;

/**
 * The pages of the login area, and the faces that the server may show each with: a step that was taken, or what
 * went wrong with a form that was posted without script. Each is a file per language in the build.
 */
export const pageStates = {
  login: [
    'invalid_credentials',
    'rate_limited',
    'unlock_needed',
    'interaction_expired',
    'validation',
    'google_cancelled',
    'google_prove',
    'google_unavailable',
  ],
  register: ['sent', 'validation', 'rate_limited', 'mail_unavailable', ...passwordFaults],
  'forgot-password': ['sent', 'validation', 'rate_limited', 'mail_unavailable'],
  'reset-password': ['done', 'validation', 'rate_limited', 'link_expired', ...passwordFaults],
  'undo-email': [
    'done',
    'validation',
    'rate_limited',
    'link_expired',
    'email_taken',
    ...passwordFaults,
  ],
  unlock: ['done', 'rate_limited', 'link_expired'],
  'first-administrator': [
    'done',
    'validation',
    'rate_limited',
    'link_expired',
    'email_taken',
    ...passwordFaults,
  ],
  'verify-email': [
    'done',
    'password',
    'invalid_credentials',
    'rate_limited',
    'link_expired',
    'email_taken',
  ],
  privacy: [],
} as const;

export type PageName = keyof typeof pageStates;
export type PageState = (typeof pageStates)[PageName][number];
/** Pages with a form beside the login's. */
export type FormPage = Exclude<PageName, 'login' | 'privacy'>;
/** What may go wrong with a form. */
export type FormErrorCode = Exclude<PageState, 'sent' | 'done' | 'password'>;

export const pageNames: readonly PageName[] = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'undo-email',
  'unlock',
  'first-administrator',
  'verify-email',
  'privacy',
];

/** Null for what a page has no such state for. */
export function parsePageState(page: PageName, name: string | undefined): PageState | null {
  const known: readonly PageState[] = pageStates[page];
  return known.find((pageState) => pageState === name) ?? null;
}

/** What the server puts into a page, escaped for HTML; in the build each stands as its placeholder. */
export interface ServerValues extends Retention {
  /** Id of the interaction; empty when there is none. */
  readonly interaction: string;
  /** Where a login begins anew: a page of the application. */
  readonly begin: string;
  /** Where to go to sign in: back to the interaction's login screen, or where a login begins anew. */
  readonly signIn: string;
  /** Where the link from a letter is confirmed: under the interaction, so that its cookie comes along. */
  readonly confirm: string;
  /** Who the application expects (`login_hint`): fills the username; mostly empty. */
  readonly loginHint: string;
  /** The secret of the link that led here; empty on pages that no link leads to. */
  readonly token: string;
}

export const placeholders: ServerValues = {
  interaction: '__INTERACTION__',
  begin: '__BEGIN__',
  signIn: '__SIGN_IN__',
  confirm: '__CONFIRM__',
  token: '__TOKEN__',
  rawRetention: '__RAW_RETENTION__',
  disconnectedRetention: '__DISCONNECTED_RETENTION__',
  loginHint: '__LOGIN_HINT__',
};

export const signInTexts: Record<Language, SignInTexts> = { vi, en };

/** Everything that decides what a page of the login area looks like when it is first shown. */
export interface SignInState extends ServerValues {
  readonly page: PageName;
  readonly language: Language;
  readonly pageState: PageState | null;
}

/** Raised with every change of what the privacy notice says. The server knows it as `privacyVersion` too. */
export const privacyVersion = '2026-11-24';

/** The heading of a page. */
export function pageHeading(
  page: PageName,
  pageState: PageState | null,
  language: Language,
): string {
  const texts = signInTexts[language];
  if (page === 'login') return texts.title;
  if (page === 'privacy') return texts.privacy.title;
  const labels = texts.forms[page];
  return pageState === 'sent' || pageState === 'done' ? labels.finished : labels.title;
}

/** The title of the browser's tab. */
export function documentTitle(
  page: PageName,
  pageState: PageState | null,
  language: Language,
): string {
  return `${pageHeading(page, pageState, language)} · ${signInTexts[language].product}`;
}

const withInteraction = (path: string, interaction: string) => `${path}?interaction=${interaction}`;

type LinkContext = Pick<SignInState, 'interaction' | 'language'>;

/** From page to page the language stays as it is shown. */
const inLanguage = (path: string, { interaction, language }: LinkContext) =>
  `${withInteraction(path, interaction)}&ui_locales=${language}`;

/** Addresses of the login area, all on the identity provider's origin. */
export const signInLinks = {
  register: (place: LinkContext) => inLanguage('/register', place),
  forgotPassword: (place: LinkContext) => inLanguage('/forgot-password', place),
  privacy: (place: LinkContext) => inLanguage('/privacy', place),
  google: (interaction: string, remember: boolean) =>
    `/oauth/interaction/${interaction}/google${remember ? '?remember=true' : ''}`,
  submit: (interaction: string) => `/oauth/interaction/${interaction}/login`,
};

const paths: Record<PageName, string> = {
  login: '/oauth/authorize',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password',
  'undo-email': '/undo-email',
  unlock: '/unlock',
  'first-administrator': '/first-administrator',
  'verify-email': '/verify-email',
  privacy: '/privacy',
};

/** The address of this page as it is shown now, without its language. */
export function currentHref(state: SignInState): string {
  const { page, pageState, interaction, token } = state;
  const linked =
    page === 'reset-password' ||
    page === 'undo-email' ||
    page === 'verify-email' ||
    page === 'unlock' ||
    page === 'first-administrator';
  const address = withInteraction(paths[page], interaction);
  if (pageState === 'sent' || pageState === 'done') return `${address}&step=${pageState}`;
  return linked ? `${address}&token=${token}` : address;
}
