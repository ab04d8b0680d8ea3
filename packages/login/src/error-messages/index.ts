import type { LoginErrorCode } from '../errors.ts';
import { en } from './en.ts';
import { vi } from './vi.ts';
import type { Advice, MessageCatalog } from './catalog.ts';

/** A language that failures are worded in. */
export type MessageLanguage = 'vi' | 'en';

/** What to tell a person about a failure, in whole sentences. */
export interface LoginErrorMessage {
  /** What went wrong; each code has a sentence of its own. */
  readonly problem: string;
  /** What the person can do about it. */
  readonly advice: string;
}

const catalogs: Readonly<Record<MessageLanguage, MessageCatalog>> = { vi, en };

/** Where signing in again is not what helps. */
const adviceByCode: Partial<Record<LoginErrorCode, Exclude<Advice, 'again'>>> = {
  invalid_client: 'support',
  unauthorized_client: 'support',
  unsupported_grant_type: 'support',
  unsupported_response_type: 'support',
  invalid_scope: 'support',
  invalid_config: 'support',
  metadata_issuer: 'support',
  metadata_invalid: 'support',
  server_error: 'later',
  temporarily_unavailable: 'later',
  http_status: 'later',
  network: 'network',
  timeout: 'network',
  id_token_expired: 'clock',
  id_token_issued_in_future: 'clock',
  id_token_not_yet_valid: 'clock',
  insecure_context: 'secure',
  lock_timeout: 'tabs',
  already_logged_out: 'nothing',
};

/**
 * Words a failure of the layer for people. The sentences are fixed: nothing that a provider or an address said is in
 * them. An entry point of its own, because an application that has its own words needs none of these.
 */
export function loginErrorMessage(
  { code }: { readonly code: LoginErrorCode },
  language: MessageLanguage,
): LoginErrorMessage {
  const { problems, advice } = catalogs[language];
  const kind = adviceByCode[code] ?? 'again';
  return {
    problem: problems[code],
    advice: kind === 'support' ? advice.support(code) : advice[kind],
  };
}
