import type { LoginErrorCode } from '../errors.ts';

/** What the user can do about a failure. */
export type Advice =
  | 'again'
  | 'later'
  | 'network'
  | 'clock'
  | 'secure'
  | 'tabs'
  | 'support'
  | 'nothing';

/** Messages in one language. */
export interface MessageCatalog {
  readonly problems: Readonly<Record<LoginErrorCode, string>>;
  readonly advice: Readonly<Record<Exclude<Advice, 'support'>, string>> & {
    /** Contains the code for the support team. */
    readonly support: (code: LoginErrorCode) => string;
  };
}
