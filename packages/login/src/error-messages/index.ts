import type { LoginErrorCode } from '../errors.ts';
import { en } from './en.ts';
import { vi } from './vi.ts';
import type { Advice, MessageCatalog } from './catalog.ts';

/** Languages of the messages. */
export type MessageLanguage = 'vi' | 'en';

/** A message for the user, in complete sentences. */
export interface LoginErrorMessage {
  /** The failure. Each code has its own sentence. */
  readonly problem: string;
  /** What the user can do about it. */
  readonly advice: string;
}

const catalogs: Readonly<Record<MessageLanguage, MessageCatalog>> = { vi, en };

/** Codes for which signing in again does not help. */
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
 * Returns the message for a failure. The text is fixed and never includes text of the provider or the URL.
 * This is a separate entry point, because applications with their own messages do not need it.
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
