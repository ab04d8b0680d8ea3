/**
 * Typed table of everything that the web app stores in the browser. No other code uses `localStorage` or
 * `sessionStorage`.
 *
 * Stored values may come from an earlier release, another tab or the user. Each entry parses them and returns
 * null for anything invalid. If the browser denies storage (private mode, policy), all entries are absent.
 */

export type Language = 'vi' | 'en';
export type Scheme = 'light' | 'dark';
/** The user's choice; `system` follows the device. */
export type ThemeMode = Scheme | 'system';

/** The color preset of the specification; `primary` and `secondary` are `#rgb` or `#rrggbb`. */
export interface ColorPreset {
  readonly id: string;
  readonly name: string;
  readonly primary: string;
  readonly secondary: string;
}

/** The stored credential of the specification: the token of the core business API. */
export interface StoredCredential {
  readonly accessToken: string;
  /** ISO 8601 in UTC. */
  readonly accessTokenExpiresAt: string;
}

/** The reporting tool of a refer link, as verified by the server. */
export interface ReferralSource {
  readonly tool: { readonly id: string; readonly name: string };
  readonly returnAddress: string;
}

/** Unsent form input. Never contains a password. */
export interface FormDraft {
  readonly form: string;
  /** Subject (`sub`) of the user. Other users of this browser do not see the draft. */
  readonly owner: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Responses that a page shows until it has newer ones. */
export interface ReportCopy {
  /** User, team and build; a page of others ignores it. */
  readonly owner: string;
  readonly queries: readonly {
    /** Hash of the query's key. */
    readonly key: string;
    readonly data: unknown;
    /** Milliseconds since 1970. */
    readonly at: number;
  }[];
}

/** A block of Home below its metrics. */
export type HomeBlock = 'chart' | 'breakdown' | 'products' | 'ads';

/**
 * `session` entries are cleared by every logout. `visit` entries survive a session that ended without a
 * logout, so that the user can continue, and are cleared when the user logs out. `preference` entries stay.
 */
type EntryLifetime = 'session' | 'visit' | 'preference';

export interface StorageEntry<Value> {
  readonly key: string;
  readonly kind: EntryLifetime;
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
}

type Area = 'localStorage' | 'sessionStorage';

function getStorageArea(name: Area): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window[name];
  } catch {
    return null;
  }
}

function defineEntry<Value>(options: {
  area: Area;
  key: string;
  kind: EntryLifetime;
  parse: (text: string) => Value | null;
  print: (value: Value) => string;
}): StorageEntry<Value> {
  const { area, key, kind, parse, print } = options;
  return {
    key,
    kind,
    read() {
      try {
        const text = getStorageArea(area)?.getItem(key) ?? null;
        return text === null ? null : parse(text);
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        getStorageArea(area)?.setItem(key, print(value));
      } catch {
        // Storage is full or denied: the value lasts for this page only.
      }
    },
    remove() {
      try {
        getStorageArea(area)?.removeItem(key);
      } catch {
        // Storage is denied, so there is nothing to remove.
      }
    },
  };
}

/** An entry whose value is its text. */
function defineText<Value extends string>(
  area: Area,
  kind: EntryLifetime,
  key: string,
  parse: (text: string) => Value | null,
): StorageEntry<Value> {
  return defineEntry({ area, kind, key, parse, print: (value) => value });
}

/** An entry whose value is stored as JSON. */
function defineJson<Value>(
  area: Area,
  kind: EntryLifetime,
  key: string,
  parse: (value: unknown) => Value | null,
): StorageEntry<Value> {
  return defineEntry({
    area,
    kind,
    key,
    parse: (text) => parse(JSON.parse(text)),
    print: (value) => JSON.stringify(value),
  });
}

const oneOf =
  <const Values extends readonly string[]>(...values: Values) =>
  (text: string): Values[number] | null =>
    values.find((value) => value === text) ?? null;

const asIs = (text: string) => text;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hexColorPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Validates a color preset from storage or the page. Returns null if it is invalid. */
export function parseColorPreset(value: unknown): ColorPreset | null {
  if (!isRecord(value)) return null;
  const { id, name, primary, secondary } = value;
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  if (typeof primary !== 'string' || !hexColorPattern.test(primary)) return null;
  if (typeof secondary !== 'string' || !hexColorPattern.test(secondary)) return null;
  return { id, name, primary, secondary };
}

function parseCredential(value: unknown): StoredCredential | null {
  if (!isRecord(value)) return null;
  const { accessToken, accessTokenExpiresAt } = value;
  if (typeof accessToken !== 'string' || typeof accessTokenExpiresAt !== 'string') return null;
  return Number.isNaN(Date.parse(accessTokenExpiresAt))
    ? null
    : { accessToken, accessTokenExpiresAt };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns whether the URL is safe to navigate to. */
const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function parseReferredFrom(value: unknown): ReferralSource | null {
  if (!isRecord(value) || !isRecord(value['tool'])) return null;
  const { id, name } = value['tool'];
  const { returnAddress } = value;
  if (!isText(id) || !isText(name) || !isText(returnAddress)) return null;
  return isWebAddress(returnAddress) ? { tool: { id, name }, returnAddress } : null;
}

function parseDraft(value: unknown): FormDraft | null {
  if (!isRecord(value) || !isRecord(value['values'])) return null;
  const { form, owner } = value;
  if (!isText(form) || !isText(owner)) return null;
  const values: Record<string, string> = {};
  for (const [name, text] of Object.entries(value['values'])) {
    if (!isText(text)) return null;
    values[name] = text;
  }
  return { form, owner, values };
}

function parseReportCopy(value: unknown): ReportCopy | null {
  if (!isRecord(value) || !isText(value['owner']) || !Array.isArray(value['queries'])) return null;
  const queries = value['queries'].filter(isRecord).flatMap(({ key, data, at }) => {
    return isText(key) && typeof at === 'number' ? [{ key, data, at }] : [];
  });
  return { owner: value['owner'], queries };
}

/** Accepts paths of this origin; `//host` would lead to another one. */
const parseOwnPath = (text: string) => (/^\/(?![/\\])/.test(text) ? text : null);

export const storage = {
  localization: defineText('localStorage', 'preference', 'localization', oneOf('vi', 'en')),
  appTheme: defineText('localStorage', 'preference', 'app_theme', oneOf('light', 'dark', 'system')),
  colorScheme: defineText('localStorage', 'preference', 'color_scheme', oneOf('light', 'dark')),
  appColorPreset: defineJson('localStorage', 'preference', 'app_color_preset', parseColorPreset),
  sideMenu: defineText('localStorage', 'preference', 'side_menu', oneOf('expanded', 'collapsed')),
  /** The shown blocks of Home, in their order. */
  homeBlocks: defineEntry<readonly HomeBlock[]>({
    area: 'localStorage',
    key: 'home_blocks',
    kind: 'preference',
    parse: (text) => [
      ...new Set(
        text
          .split(' ')
          .map(oneOf('chart', 'breakdown', 'products', 'ads'))
          .filter((each) => each !== null),
      ),
    ],
    print: (blocks) => blocks.join(' '),
  }),
  /** Visibility of the setup checklist on Home. */
  checklist: defineText(
    'localStorage',
    'preference',
    'onboarding_checklist',
    oneOf('shown', 'put_away'),
  ),
  /** Id of the build for which the page has already been reloaded because a chunk was missing. */
  reloadedFor: defineText('sessionStorage', 'preference', 'reloaded_for', asIs),
  credential: defineJson('sessionStorage', 'session', 'credential', parseCredential),
  /** Owner of the credential, so that it is never used for another user of this browser. */
  credentialSubject: defineText('sessionStorage', 'session', 'credential_subject', asIs),
  /** The reporting tool that the seller came from and returns to. */
  referredFrom: defineJson('sessionStorage', 'visit', 'referred_from', parseReferredFrom),
  formDraft: defineJson('sessionStorage', 'visit', 'form_draft', parseDraft),
  /**
   * Path after a login without its own target: the page where the session ended, or the target of a refer link.
   */
  resumeAt: defineText('sessionStorage', 'visit', 'resume_at', parseOwnPath),
  /** Target path of the login in progress, until the user arrives. */
  signingInFor: defineText('sessionStorage', 'visit', 'signing_in_for', parseOwnPath),
  /** Set by a logout that failed with 'User already logout', until a page that stays has told the user. */
  alreadyLoggedOut: defineText(
    'sessionStorage',
    'visit',
    'already_logged_out',
    oneOf('unreported'),
  ),
  /**
   * How the last session ended, until somebody signs in: without an answer of the provider, whose session may be alive, or
   * with the account.
   */
  signedOut: defineText(
    'localStorage',
    'visit',
    'signed_out',
    oneOf('unconfirmed', 'account_deleted'),
  ),
  /** Times of automatic authorization requests of this tab, in milliseconds since 1970. */
  signInRequests: defineEntry<readonly number[]>({
    area: 'sessionStorage',
    key: 'sign_in_requests',
    kind: 'visit',
    parse: (text) => text.split(' ').map(Number).filter(Number.isFinite),
    print: (times) => times.join(' '),
  }),
  /**
   * Time and secret of an invitation that was interrupted by the login. A user who registers returns
   * through an email, in a tab without a return path.
   */
  invitation: defineEntry<{ at: number; token: string }>({
    area: 'localStorage',
    key: 'invitation',
    kind: 'visit',
    parse(text) {
      const [at = '', token = ''] = text.split(' ');
      return token === '' ? null : { at: Number(at), token };
    },
    print: ({ at, token }) => `${at} ${token}`,
  }),
  /** The last figures of Home; see `api/queries/deviceCopy.ts`. */
  reportCopy: defineJson('localStorage', 'session', 'report_copy', parseReportCopy),
  /** Time of the last team switch in this browser; older credentials are invalid. */
  teamChange: defineText('localStorage', 'session', 'team_change', asIs),
} as const;

/** Deletes all `session` entries, and the `visit` entries unless `retainVisit` is set. */
export function clearSession({ retainVisit: shouldRetainVisit = false } = {}): void {
  for (const item of Object.values(storage)) {
    if (item.kind === 'session' || (item.kind === 'visit' && !shouldRetainVisit)) item.remove();
  }
}

const languageCookie = /(?:^|; )localization=(vi|en)(?:;|$)/;

/**
 * The language chosen on the login screen. The identity provider's server reads the cookie too. The
 * application shares it only if both have the same host. Null without a choice.
 */
export const localizationCookie = {
  parse(cookies: string): Language | null {
    const found = languageCookie.exec(cookies)?.[1];
    return found === 'vi' || found === 'en' ? found : null;
  },
  read(): Language | null {
    try {
      return typeof document === 'undefined' ? null : this.parse(document.cookie);
    } catch {
      return null;
    }
  },
  write(value: Language): void {
    const year = 365 * 24 * 3600;
    document.cookie = `localization=${value}; path=/; max-age=${year}; samesite=lax`;
  },
} as const;

/** Key prefix of the login library's user record; the client id follows. */
export const identityUserPrefix = 'login.user.';

/** Returns whether a user has logged in on this browser and not logged out; the login may have expired. */
export function hasStoredUser(): boolean {
  try {
    return Object.keys(getStorageArea('localStorage') ?? {}).some((key) =>
      key.startsWith(identityUserPrefix),
    );
  } catch {
    return false;
  }
}
