import type { Platform } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import type { Connectors } from '../connectors.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';
import { parsePlatform } from '../shops/shops.ts';
import { openTokens } from '../tokens/sealed-tokens.ts';

/** Sealed tokens that are about to be destroyed. */
export interface RevocableConsent {
  tenantId: string;
  connectionId: string;
  platform: Platform;
  tokenRevision: number;
  sealed: Buffer;
}

const lockSealedTokens = sql(
  'partners.lock_sealed_tokens',
  `select tenant_id, connection_id, platform, token_revision, sealed from partners.connection
   where tenant_id = $1 and ($2::uuid is null or connection_id = $2) and sealed is not null for update`,
);

/** Loads the consents of one connection or of the whole team, to revoke them after their tokens are destroyed. */
export async function loadRevocableConsents(
  tx: TenantTransaction,
  connectionId: string | null,
): Promise<RevocableConsent[]> {
  type Row = Omit<RevocableConsent, 'platform'> & { platform: string };
  const rows = await tx.query<Row>(lockSealedTokens, [tx.tenantId, connectionId]);
  return rows.map((row) => ({ ...row, platform: parsePlatform(row.platform) }));
}

/** Timeout of all calls for one consent, including retries, because the user waits for them. */
const revokeTimeoutMs = 8000;

/**
 * Revokes consents at the partners that have a call for it. A failure is only logged: our tokens are destroyed in any
 * case, and the seller can revoke the consent at the partner.
 */
export async function revokeConsents(
  { vault, log, connectors }: Pick<TokenDependencies, 'vault' | 'log'> & { connectors: Connectors },
  consents: readonly RevocableConsent[],
): Promise<void> {
  await Promise.all(
    consents.map(async ({ tenantId, connectionId, platform, tokenRevision, sealed }) => {
      const revoke = connectors.get(platform)?.withdrawConsent;
      if (!revoke) return;
      try {
        const tokens = await openTokens(vault, tenantId, connectionId, tokenRevision, sealed);
        await revoke(tokens.accessToken, AbortSignal.timeout(revokeTimeoutMs));
        log.info(
          { event: 'partners.consent_revoked', tenantId, platform, connectionId },
          'Consent was revoked at the partner',
        );
      } catch (error) {
        log.warn(
          { event: 'partners.consent_not_revoked', err: error, tenantId, platform, connectionId },
          'Consent could not be revoked at the partner',
        );
      }
    }),
  );
}
