import type { LoginErrorCode } from '../errors.ts';

/** What a person can do about a failure. */
export type Advice =
  | 'again'
  | 'later'
  | 'network'
  | 'clock'
  | 'secure'
  | 'tabs'
  | 'support'
  | 'nothing';

/** The sentences of one language. */
export interface MessageCatalog {
  readonly problems: Readonly<Record<LoginErrorCode, string>>;
  readonly advice: Readonly<Record<Exclude<Advice, 'support'>, string>> & {
    /** Says the code, by which support finds what is wrong. */
    readonly support: (code: LoginErrorCode) => string;
  };
}
