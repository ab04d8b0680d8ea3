/** The current-user profile of the provider's user-info call, with roles and permissions. */
export interface UserInfo {
  readonly sub: string;
  readonly name?: string;
  readonly picture?: string;
  readonly email?: string;
  readonly phone_number?: string;
  readonly address?: unknown;
  readonly birthday?: string;
  readonly roles: readonly string[];
  /** `app:resource:action`, empty parts skipped. */
  readonly permissions: readonly string[];
  readonly meta_data?: Readonly<Record<string, unknown>>;
  readonly updated_at?: string | number;
  readonly tenant_id?: string;
  readonly [claim: string]: unknown;
}
