import type { Login } from './api.ts';
import { createLoginWith, type LoginConfig } from './login.ts';
import { validateTokens } from './protocol/validation.ts';

export type {
  AccessCheck,
  IdentityUser,
  Login,
  LoginEvents,
  LoginOptions,
  LogoutOptions,
  Profile,
  Session,
  SessionStatus,
  StartResult,
  UserInfo,
} from './api.ts';
export type { ClientConfig, Environment, ProviderMetadata } from './config.ts';
export type { Monitor } from './dependencies.ts';
export type { LoginConfig } from './login.ts';
export { LoginError } from './errors.ts';
export type { ErrorCause, LoginErrorCode, ProviderErrorCode } from './errors.ts';

/**
 * Creates a login instance. It sends no request and does not touch the URL before `start()`.
 * @throws LoginError `invalid_config` or `insecure_context`
 */
export function createLogin(config: LoginConfig): Login {
  return createLoginWith(async () => validateTokens, config);
}
