import type { AccountSession, GoogleLink } from '@seller-connect/contract';
import { ApiError } from './apiError.ts';
import type { IdentityCallInput, IdentityClient } from './identityClient.ts';

/**
 * Calls for the user's own account at the identity provider, documented in its `/openapi.json`.
 */
export interface AccountClient {
  sessions(signal?: AbortSignal): Promise<AccountSession[]>;
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
  changePassword(given: { currentPassword: string; newPassword: string }): Promise<void>;
  /** The new address takes effect once the link in the email to it has been used. */
  changeEmail(given: { currentPassword: string; email: string }): Promise<void>;
  /** Returns null if no Google account is linked. */
  google(signal?: AbortSignal): Promise<GoogleLink | null>;
  unlinkGoogle(given: { currentPassword: string }): Promise<void>;
  remove(given: { currentPassword: string }): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new ApiError(0, null, `${name} is no text`);
  return value;
}

function readSession(value: unknown): AccountSession {
  if (!isFields(value)) throw new ApiError(0, null, 'not a session');
  const lastUsedAt = value['lastUsedAt'];
  return {
    id: text(value, 'id'),
    current: value['current'] === true,
    browser: text(value, 'browser'),
    address: text(value, 'address'),
    remembered: value['remembered'] === true,
    signedInAt: text(value, 'signedInAt'),
    lastUsedAt: typeof lastUsedAt === 'string' ? lastUsedAt : null,
    endsAt: text(value, 'endsAt'),
  };
}

/** Creates the client. Its calls reject like those of `IdentityClient`. */
export function createAccountClient(client: IdentityClient): AccountClient {
  const call = (method: string, path: `/${string}`, input?: IdentityCallInput) =>
    client.call(method, `/api/v1.0/users/me${path}`, input);

  return {
    async sessions(signal) {
      const responseBody = await call('GET', '/sessions', { signal });
      const items = isFields(responseBody) ? responseBody['items'] : null;
      if (!Array.isArray(items)) throw new ApiError(0, null, 'no list of sessions');
      return items.map(readSession);
    },
    async endSession(id) {
      await call('DELETE', `/sessions/${encodeURIComponent(id)}`);
    },
    async endOtherSessions() {
      await call('DELETE', '/sessions');
    },
    async changePassword(body) {
      await call('POST', '/password', { body });
    },
    async changeEmail(body) {
      await call('POST', '/email', { body });
    },
    async google(signal) {
      const responseBody = await call('GET', '/google', { signal });
      const link = isFields(responseBody) ? responseBody['link'] : null;
      return isFields(link)
        ? { linkedAt: text(link, 'linkedAt'), lastUsedAt: text(link, 'lastUsedAt') }
        : null;
    },
    async unlinkGoogle(body) {
      await call('POST', '/google/removal', { body });
    },
    async remove(body) {
      await call('POST', '/removal', { body });
    },
  };
}
