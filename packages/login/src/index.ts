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
export type { Environment, LoginConfig, Monitor, ProviderMetadata } from './config.ts';
export { LoginError } from './errors.ts';
export type { ErrorCause, LoginErrorCode, ProviderErrorCode } from './errors.ts';
