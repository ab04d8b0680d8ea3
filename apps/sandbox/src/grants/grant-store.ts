import type { FaultRule } from '../faults/faults.ts';

/** A single-use authorization code. */
export interface AuthorizationCode {
  readonly code: string;
  readonly issuedAt: number;
}

export interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** A seller's consent with its tokens, newest last. */
export interface Grant {
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly { readonly token: string }[];
}

/** What survives a restart of the sandbox. */
export interface GrantState<Code, SellerGrant> {
  readonly codes: readonly Code[];
  readonly grants: readonly SellerGrant[];
}

/** Replaced tokens are kept for this many rotations, so that their reuse is recognized. */
const maxTokensPerGrant = 20;

export function newestTokens<Token>(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(-maxTokensPerGrant);
}

/** Codes and grants of a test application. All times are sandbox time, in epoch seconds. */
export abstract class GrantStore<Code extends AuthorizationCode, SellerGrant extends Grant> {
  protected readonly now: () => number;
  readonly #codeSeconds: number;
  #codes: readonly Code[] = [];
  #grants: readonly SellerGrant[] = [];

  /** @param codeSeconds how long a code can be exchanged */
  constructor(now: () => number, codeSeconds: number) {
    this.now = now;
    this.#codeSeconds = codeSeconds;
  }

  state(): GrantState<Code, SellerGrant> {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: GrantState<Code, SellerGrant>): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  /** Returns the grants that are not revoked. */
  active(): readonly SellerGrant[] {
    return this.#grants.filter(({ revoked }) => !revoked);
  }

  /** Simulates that sellers revoke their consents: no token of these grants works anymore. */
  revokeAll(isRevoked: (grant: SellerGrant) => boolean): void {
    for (const grant of this.#grants.filter(isRevoked)) this.revokeGrant(grant);
  }

  /** Adds a code and drops the expired ones. */
  protected addCode(code: Code): string {
    this.#codes = [...this.#codes.filter((each) => !this.isExpired(each)), code];
    return code.code;
  }

  /** Returns a code, expired or not. */
  protected findCode(code: string): Code | undefined {
    return this.#codes.find((each) => each.code === code);
  }

  protected isExpired({ issuedAt }: Code): boolean {
    return this.now() - issuedAt > this.#codeSeconds;
  }

  /** Replaces a code, or removes it. */
  protected replaceCode(before: Code, after?: Code): void {
    this.#codes = this.#codes.flatMap((each) => (each === before ? (after ?? []) : each));
  }

  protected addGrant(grant: SellerGrant): SellerGrant {
    this.#grants = [...this.#grants, grant];
    return grant;
  }

  protected replaceGrant(before: SellerGrant, after: SellerGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
  }

  /** Returns the grants with this access or refresh token, even if it is expired or replaced. */
  protected findGrants(token: string): readonly SellerGrant[] {
    const isIt = (each: { token: string }) => each.token === token;
    return this.#grants.filter(
      ({ accessTokens, refreshTokens }) => accessTokens.some(isIt) || refreshTokens.some(isIt),
    );
  }

  /** Returns the grant with this token. Where several have it, `_shop` decides. */
  protected grantOf(token: string, _shop?: string): SellerGrant | undefined {
    return this.findGrants(token)[0];
  }

  /** Applies the faults that expire or revoke a token. */
  applyFaults(matchedFaults: readonly FaultRule[], token: string, shop?: string): void {
    for (const { kind } of matchedFaults) {
      if (kind === 'expired_token') this.expire(token, shop);
      if (kind === 'revoked_token') this.revoke(token, shop);
    }
  }

  /** Expires an access token now. Its refresh token still works. */
  protected expire(token: string, shop?: string): void {
    const grant = this.grantOf(token, shop);
    if (grant === undefined) return;
    const accessTokens = grant.accessTokens.map((each) =>
      each.token === token ? { ...each, expiresAt: Math.min(each.expiresAt, this.now()) } : each,
    );
    this.replaceGrant(grant, { ...grant, accessTokens });
  }

  /** Simulates that the seller revokes the consent behind a token: none of its tokens works anymore. */
  revoke(token: string, shop?: string): void {
    this.revokeGrant(this.grantOf(token, shop));
  }

  protected revokeGrant(grant: SellerGrant | undefined): void {
    if (grant !== undefined) this.replaceGrant(grant, { ...grant, revoked: true });
  }
}
