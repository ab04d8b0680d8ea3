/** Codes and tokens of the test application. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { FacebookOptions } from '../application.ts';
import { GraphError, invalidParameter, tokenError } from '../errors.ts';

interface IssuedCode {
  readonly code: string;
  readonly userId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  /** IDs of the chosen ad accounts. */
  readonly accounts: readonly string[];
  readonly issuedAt: number;
  readonly used: boolean;
}

interface Token {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly longLived: boolean;
}

/** The result of one login. All its tokens have the same access. */
export interface FacebookGrant {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  readonly accounts: readonly string[];
  readonly loggedInAt: number;
  readonly revoked: boolean;
  readonly tokens: readonly Token[];
}

export interface FacebookGrantState {
  readonly codes: readonly IssuedCode[];
  readonly grants: readonly FacebookGrant[];
}

interface OpenToken {
  readonly grant: FacebookGrant;
  readonly token: Token;
  /** Why the token cannot be used; undefined if it is valid. */
  readonly fault: GraphError | undefined;
}

/** Maximum number of tokens of a login; older ones become invalid. */
const maxTokens = 20;

const moment = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toUTCString().replace('GMT', 'UTC');

export class FacebookGrants {
  readonly #now: () => number;
  readonly #options: () => FacebookOptions;
  #codes: readonly IssuedCode[] = [];
  #grants: readonly FacebookGrant[] = [];

  constructor(now: () => number, options: () => FacebookOptions) {
    this.#now = now;
    this.#options = options;
  }

  state(): FacebookGrantState {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: FacebookGrantState): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  /** Issues a single-use code for a user who consented, bound to the redirect address. */
  issueCode(consent: Omit<IssuedCode, 'code' | 'issuedAt' | 'used'>): string {
    const code = `AQ${randomBytes(96).toString('base64url')}`;
    const now = this.#now();
    const live = this.#codes.filter(({ issuedAt }) => now - issuedAt <= 86_400);
    this.#codes = [...live, { ...consent, code, issuedAt: now, used: false }];
    return code;
  }

  /**
   * Exchanges a code for a short-lived token.
   *
   * @throws {GraphError} 100 if the code is invalid.
   */
  exchange(code: string, redirectUri: string): Token {
    const issued = this.#codes.find((candidate) => candidate.code === code);
    if (issued === undefined) throw invalidParameter('Invalid verification code format.');
    if (issued.used) throw exchangeFault('This authorization code has been used.', 36009);
    if (this.#now() - issued.issuedAt > this.#options().codeSeconds) {
      throw exchangeFault('This authorization code has expired.', 36007);
    }
    if (issued.redirectUri !== redirectUri) {
      throw exchangeFault(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        36008,
      );
    }
    this.#codes = this.#codes.map((each) => (each === issued ? { ...each, used: true } : each));
    const { userId, scopes, declined, accounts } = issued;
    const grant: FacebookGrant = {
      userId,
      scopes,
      declined,
      accounts,
      loggedInAt: this.#now(),
      revoked: false,
      tokens: [],
    };
    this.#grants = [...this.#grants, grant];
    return this.#issue(grant, false);
  }

  /**
   * Exchanges a valid token for a long-lived one (60 days by default).
   *
   * @throws {GraphError} 190 if the token is invalid.
   */
  extend(token: string): Token {
    const open = this.open(token);
    if (open.fault !== undefined) throw open.fault;
    return this.#issue(open.grant, true);
  }

  #issue(grant: FacebookGrant, longLived: boolean): Token {
    const now = this.#now();
    const { shortTokenSeconds, longTokenSeconds } = this.#options();
    const token: Token = {
      token: `EAAO${randomBytes(longLived ? 120 : 90)
        .toString('base64')
        .replaceAll(/[+/=]/g, 'Z')}ZD`,
      issuedAt: now,
      expiresAt: now + (longLived ? longTokenSeconds : shortTokenSeconds),
      longLived,
    };
    this.#replace(grant, { ...grant, tokens: [...grant.tokens, token].slice(-maxTokens) });
    return token;
  }

  #replace(before: FacebookGrant, after: FacebookGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
  }

  /** Returns when the data access ends, regardless of the token. */
  dataAccessEnds(grant: FacebookGrant): number {
    return grant.loggedInAt + this.#options().dataAccessSeconds;
  }

  /**
   * Returns the grant of a token.
   *
   * @throws {GraphError} 190 if the token was never issued.
   */
  open(token: string): OpenToken {
    const grant = this.#grantOf(token);
    const found = grant?.tokens.find((each) => each.token === token);
    if (grant === undefined || found === undefined) {
      throw new GraphError({ code: 190, message: 'Invalid OAuth access token.', status: 401 });
    }
    return { grant, token: found, fault: this.#faultOf(grant, found) };
  }

  #grantOf(token: string): FacebookGrant | undefined {
    return this.#grants.find(({ tokens }) => tokens.some((each) => each.token === token));
  }

  #faultOf(grant: FacebookGrant, token: Token): GraphError | undefined {
    const now = this.#now();
    if (grant.revoked) {
      return tokenError(458, 'The user has not authorized application.');
    }
    const ended = Math.min(token.expiresAt, this.dataAccessEnds(grant));
    if (now >= ended) {
      return tokenError(
        463,
        `Session has expired on ${moment(ended)}. The current time is ${moment(now)}.`,
      );
    }
    return undefined;
  }

  /** Expires a token now. */
  expire(token: string): void {
    const grant = this.#grantOf(token);
    if (grant === undefined) return;
    this.#replace(grant, {
      ...grant,
      tokens: grant.tokens.map((each) =>
        each.token === token ? { ...each, expiresAt: this.#now() } : each,
      ),
    });
  }

  /** Simulates that the user removes the application: all tokens of all their logins become invalid. */
  revoke(userId: string): void {
    this.#grants = this.#grants.map((grant) =>
      grant.userId === userId ? { ...grant, revoked: true } : grant,
    );
  }
}

function exchangeFault(message: string, subcode: number): GraphError {
  return new GraphError({ code: 100, subcode, message });
}
