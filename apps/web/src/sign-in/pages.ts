import { pageStates, type PageName } from '@seller-connect/contract/login-pages';
import { en } from './texts.en.ts';
import { vi, type SignInTexts } from './texts.vi.ts';
import type { Retention } from './privacyNotice.ts';
import type { Language } from '../storage.ts';

export type PageState = (typeof pageStates)[PageName][number];
/** Pages with a form, except the login. */
export type FormPage = Exclude<PageName, 'login' | 'privacy'>;
const finishedStates = ['sent', 'done', 'confirmed'] as const;
/** States of a page that shows the next step in place of its form. */
export type FinishedState = (typeof finishedStates)[number];
export type FormErrorCode = Exclude<PageState, FinishedState | 'password'>;

export const isFinished = (pageState: PageState | null): pageState is FinishedState =>
  finishedStates.some((each) => each === pageState);

export const isFormError = (pageState: PageState | null): pageState is FormErrorCode =>
  pageState !== null && pageState !== 'password' && !isFinished(pageState);

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

/** Parses a page state. Returns null if the page does not have it. */
export function parsePageState(page: PageName, name: string | undefined): PageState | null {
  const known: readonly PageState[] = pageStates[page];
  return known.find((pageState) => pageState === name) ?? null;
}

/** Values that the server inserts into a page, escaped for HTML. The build writes placeholders. */
export interface ServerValues extends Retention {
  /** Id of the interaction; empty if there is none. */
  readonly interaction: string;
  /** URL at which a login starts over: a page of the application. */
  readonly begin: string;
  /** URL of the interaction's login screen, or the start of a new login. */
  readonly signIn: string;
  /**
   * URL that confirms the link of an email. It is below the interaction's path, so that its cookie is sent.
   */
  readonly confirm: string;
  /** Prefills the username (`login_hint`), or the address that a used link has confirmed; usually empty. */
  readonly loginHint: string;
  /** Secret of the link that led here; empty on other pages. */
  readonly token: string;
  /** Keeps the reporting tool that sent the seller across pages: a query parameter with its `&`, or empty. */
  readonly toolQuery: string;
  /** Name and front page of that tool; empty without one. */
  readonly toolName: string;
  readonly toolUrl: string;
}

export const placeholders: ServerValues = {
  interaction: '__INTERACTION__',
  begin: '__BEGIN__',
  signIn: '__SIGN_IN__',
  confirm: '__CONFIRM__',
  token: '__TOKEN__',
  rawRetention: '__RAW_RETENTION__',
  disconnectedRetention: '__DISCONNECTED_RETENTION__',
  toolQuery: '__TOOL_QUERY__',
  toolName: '__TOOL_NAME__',
  toolUrl: '__TOOL_URL__',
  loginHint: '__LOGIN_HINT__',
};

export const signInTexts: Record<Language, SignInTexts> = { vi, en };

/** Initial state of a page of the login area. */
export interface SignInState extends ServerValues {
  readonly page: PageName;
  readonly language: Language;
  readonly pageState: PageState | null;
}

/**
 * Version of the privacy notice. Change it with every change of the content, together with the server's
 * `privacyNoticeVersion`, which must be equal.
 */
export const privacyVersion = '2026-11-24';

export function pageHeading(
  page: PageName,
  pageState: PageState | null,
  language: Language,
): string {
  const texts = signInTexts[language];
  if (page === 'login') return texts.title;
  if (page === 'privacy') return texts.privacy.title;
  const labels = texts.forms[page];
  return isFinished(pageState) ? labels.finished : labels.title;
}

export function documentTitle(
  page: PageName,
  pageState: PageState | null,
  language: Language,
): string {
  return `${pageHeading(page, pageState, language)} · ${signInTexts[language].product}`;
}

/** Adds the interaction and the tool that sent the seller, so that they are kept across pages. */
const withInteraction = (path: string, { interaction, toolQuery }: Omit<LinkContext, 'language'>) =>
  `${path}?interaction=${interaction}${toolQuery}`;

type LinkContext = Pick<SignInState, 'interaction' | 'language' | 'toolQuery'>;

/** Adds the language, so that it is kept across pages. */
const inLanguage = (path: string, context: LinkContext) =>
  `${withInteraction(path, context)}&ui_locales=${context.language}`;

/** URLs of the login area, relative to the identity provider's origin. */
export const signInLinks = {
  register: (context: LinkContext) => inLanguage('/register', context),
  forgotPassword: (context: LinkContext) => inLanguage('/forgot-password', context),
  privacy: (context: LinkContext) => inLanguage('/privacy', context),
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

/** Returns the URL of the current page without its language. */
export function currentHref(state: SignInState): string {
  const { page, pageState, token } = state;
  const linked =
    page === 'reset-password' ||
    page === 'undo-email' ||
    page === 'verify-email' ||
    page === 'unlock' ||
    page === 'first-administrator';
  const address = withInteraction(paths[page], state);
  if (pageState === 'sent' || pageState === 'done') return `${address}&step=${pageState}`;
  return linked ? `${address}&token=${token}` : address;
}
