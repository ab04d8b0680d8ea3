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
export { createLogin } from './login.ts';
export type { ClientConfig, Environment, ProviderMetadata } from './config.ts';
export type { Monitor } from './dependencies.ts';
export type { LoginConfig } from './login.ts';
export { LoginError } from './errors.ts';
export type { ErrorCause, LoginErrorCode, ProviderErrorCode } from './errors.ts';
