/**
 * Every key that the web front end keeps in the browser, in one typed table.
 * Nothing else in the application touches `localStorage` or `sessionStorage`.
 *
 * What is read back was written by an earlier release, another tab or the person: each entry parses
 * it and answers null for anything that it does not recognise. A browser that refuses storage
 * (private mode, blocked by policy) behaves as if everything were absent.
 */

export type Language = 'vi' | 'en';
export type Scheme = 'light' | 'dark';
/** What the person chose; `system` follows the device. */
export type ThemeMode = Scheme | 'system';

/** The specification's colour preset; `primary` and `secondary` are `#rgb` or `#rrggbb`. */
export interface ColorPreset {
  readonly id: string;
  readonly name: string;
  readonly primary: string;
  readonly secondary: string;
}

/** The specification's stored credential: the token for the core business service. */
export interface StoredCredential {
  readonly accessToken: string;
  /** ISO 8601 in UTC. */
  readonly accessTokenExpiresAt: string;
}

/** The reporting tool that a refer link named, as the server verified it. */
export interface ReferralSource {
  readonly tool: { readonly id: string; readonly name: string };
  readonly returnAddress: string;
}

/** What somebody typed into a form and did not send. Never holds a password. */
export interface FormDraft {
  readonly form: string;
  /** Whose it is (`sub`): nobody else on this machine is shown it. */
  readonly owner: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * `session` entries are cleared by every logout. `visit` entries outlive a session that ended by itself, so
 * that the person goes on where they were, and are cleared when they leave. `preference` entries stay.
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
        // Full or refused: the choice lasts for this page only.
      }
    },
    remove() {
      try {
        getStorageArea(area)?.removeItem(key);
      } catch {
        // Refused: there was nothing to remove.
      }
    },
  };
}

const oneOf =
  <const Values extends readonly string[]>(...values: Values) =>
  (text: string): Values[number] | null =>
    values.find((value) => value === text) ?? null;

const asIs = (text: string) => text;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hexColorPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Reads a colour preset from storage or from the page; null when it is not one. */
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

/** An address that a browser may be sent to. */
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

/** A path of this origin; `//host` would lead elsewhere. */
const parseOwnPath = (text: string) => (/^\/(?![/\\])/.test(text) ? text : null);

export const storage = {
  localization: defineEntry<Language>({
    area: 'localStorage',
    key: 'localization',
    kind: 'preference',
    parse: oneOf('vi', 'en'),
    print: asIs,
  }),
  /** The chosen theme mode. */
  appTheme: defineEntry<ThemeMode>({
    area: 'localStorage',
    key: 'app_theme',
    kind: 'preference',
    parse: oneOf('light', 'dark', 'system'),
    print: asIs,
  }),
  /** The scheme in effect, dark or light. */
  colorScheme: defineEntry<Scheme>({
    area: 'localStorage',
    key: 'color_scheme',
    kind: 'preference',
    parse: oneOf('light', 'dark'),
    print: asIs,
  }),
  appColorPreset: defineEntry<ColorPreset>({
    area: 'localStorage',
    key: 'app_color_preset',
    kind: 'preference',
    parse: (text) => parseColorPreset(JSON.parse(text)),
    print: (value) => JSON.stringify(value),
  }),
  sideMenu: defineEntry<'expanded' | 'collapsed'>({
    area: 'localStorage',
    key: 'side_menu',
    kind: 'preference',
    parse: oneOf('expanded', 'collapsed'),
    print: asIs,
  }),
  /** The onboarding checklist of Home: put away or shown. */
  checklist: defineEntry<'shown' | 'put_away'>({
    area: 'localStorage',
    key: 'onboarding_checklist',
    kind: 'preference',
    parse: oneOf('shown', 'put_away'),
    print: asIs,
  }),
  /** The build for which a page that missed a part of it has been reloaded already. */
  reloadedFor: defineEntry<string>({
    area: 'sessionStorage',
    key: 'reloaded_for',
    kind: 'preference',
    parse: asIs,
    print: asIs,
  }),
  credential: defineEntry<StoredCredential>({
    area: 'sessionStorage',
    key: 'credential',
    kind: 'session',
    parse: (text) => parseCredential(JSON.parse(text)),
    print: (value) => JSON.stringify(value),
  }),
  /** Whose credential that is, so that it never serves the next person on this machine. */
  credentialSubject: defineEntry<string>({
    area: 'sessionStorage',
    key: 'credential_subject',
    kind: 'session',
    parse: asIs,
    print: asIs,
  }),
  /** The tool that the seller came from and goes back to. */
  referredFrom: defineEntry<ReferralSource>({
    area: 'sessionStorage',
    key: 'referred_from',
    kind: 'visit',
    parse: (text) => parseReferredFrom(JSON.parse(text)),
    print: (value) => JSON.stringify(value),
  }),
  formDraft: defineEntry<FormDraft>({
    area: 'sessionStorage',
    key: 'form_draft',
    kind: 'visit',
    parse: (text) => parseDraft(JSON.parse(text)),
    print: (value) => JSON.stringify(value),
  }),
  /** Where the next login leads that has nowhere else to go: where a session ended by itself, or a refer link led. */
  resumeAt: defineEntry<string>({
    area: 'sessionStorage',
    key: 'resume_at',
    kind: 'visit',
    parse: parseOwnPath,
    print: asIs,
  }),
  /** Where the login that is under way leads, until the person is there. */
  signingInFor: defineEntry<string>({
    area: 'sessionStorage',
    key: 'signing_in_for',
    kind: 'visit',
    parse: parseOwnPath,
    print: asIs,
  }),
  /** When authorization requests left this tab without the person's doing, in milliseconds since 1970. */
  signInRequests: defineEntry<readonly number[]>({
    area: 'sessionStorage',
    key: 'sign_in_requests',
    kind: 'visit',
    parse: (text) => text.split(' ').map(Number).filter(Number.isFinite),
    print: (times) => times.join(' '),
  }),
  /**
   * When an invitation was left for the login, and its secret. Who registers on the way comes back by a letter, in a
   * tab that knows of no address to return to.
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
  /** When the person last went to another team in this browser; credentials from before are void. */
  teamChange: defineEntry<string>({
    area: 'localStorage',
    key: 'team_change',
    kind: 'session',
    parse: asIs,
    print: asIs,
  }),
} as const;

/** Forgets who was here and keeps what they prefer; what the visit began stays when they will be back. */
export function clearSession({ retainVisit: shouldRetainVisit = false } = {}): void {
  for (const item of Object.values(storage)) {
    if (item.kind === 'session' || (item.kind === 'visit' && !shouldRetainVisit)) item.remove();
  }
}

const languageCookie = /(?:^|; )localization=(vi|en)(?:;|$)/;

/**
 * The language chosen on the login screen, which the identity provider's server reads too. It reaches
 * the application where both stand on one host. Null without a choice.
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

/** Key prefix of the login layer's stored user session record; the client's id follows it. */
export const identityUserPrefix = 'login.user.';

/** Whether somebody has logged in on this browser and not out again; their login may have ended. */
export function hasStoredUser(): boolean {
  try {
    return Object.keys(getStorageArea('localStorage') ?? {}).some((key) =>
      key.startsWith(identityUserPrefix),
    );
  } catch {
    return false;
  }
}
