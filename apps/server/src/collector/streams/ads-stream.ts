import type { AdLevel } from '@seller-connect/partners';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { applyAdEntities, markDeletedAdEntities } from '../../reporting/index.ts';
import { deleteStaleRejects, recordRejects, rawOfPage } from '../raw/reject-store.ts';
import type { Budget, StreamLease } from '../leases/stream-lease.ts';
import { storeRaw, packRaw } from '../raw/raw-store.ts';
import { Nullable } from '@seller-connect/contract';

const levels: readonly AdLevel[] = ['campaign', 'ad_set', 'ad'];

/** Checkpoint of a pass over campaigns, then ad sets, then ads. */
const PassShape = Type.Object({
  level: Type.Enum(['campaign', 'ad_set', 'ad']),
  cursor: Nullable(Type.String()),
  /** Start of the pass, epoch milliseconds. */
  startedAt: Type.Integer(),
  /** Number of entities listed so far. */
  seen: Type.Integer(),
  /** Whether a row of them was rejected. */
  hasRejects: Type.Optional(Type.Boolean()),
});
type Pass = Static<typeof PassShape>;
const Pass = Compile(PassShape);

function parsePass(checkpoint: string | null, now: Date): Pass {
  const stored: unknown = checkpoint === null ? null : JSON.parse(checkpoint);
  // A checkpoint of another shape was stored by an earlier release: the pass starts again.
  if (Pass.Check(stored)) return stored;
  return { level: 'campaign', cursor: null, startedAt: now.getTime(), seen: 0 };
}

/** Returns the pass after a page; null after the last one. */
function nextPass(pass: Pass, cursor: string | null): Pass | null {
  if (cursor !== null) return { ...pass, cursor };
  const level = levels[levels.indexOf(pass.level) + 1];
  return level === undefined ? null : { ...pass, level, cursor: null };
}

/**
 * Syncs campaigns, ad sets and ads page by page. An interrupted pass resumes at its checkpoint; a complete one deletes
 * the rejects that it did not see and, without rejected rows, marks entities that it did not see as deleted.
 */
export async function syncAds(lease: StreamLease, budget: Budget): Promise<'done' | 'more'> {
  for (;;) {
    const pass = parsePass(lease.stream.checkpoint, lease.now());
    const { mappingVersion, ...page } = await lease.callAdPlatform(async (connector, access) => ({
      ...(await connector.readEntities(access, pass.level, pass.cursor, lease.signal)),
      mappingVersion: connector.mappingVersion,
    }));
    const fetchedAt = lease.now();
    const startedAt = new Date(pass.startedAt);
    const seen = pass.seen + page.entities.length + page.rejects.length;
    const hasRejects = pass.hasRejects === true || page.rejects.length > 0;
    const next = nextPass({ ...pass, seen, hasRejects }, page.next);
    const raw = await packRaw(rawOfPage(page.entities, page.rejects), fetchedAt);
    await lease.commit(async (tx, stream) => {
      await storeRaw(tx, stream, raw);
      await applyAdEntities(
        tx,
        stream.shopId,
        pass.level,
        page.entities.map(({ canonical }) => canonical),
        { observedAt: startedAt, mappingVersion },
      );
      await recordRejects(tx, stream, {
        pages: [
          { ids: page.entities.map((entity) => entity.raw.externalId), rejects: page.rejects },
        ],
        unusable: [],
        now: startedAt,
      });
      if (BigInt(seen) > stream.rows) stream.rows = BigInt(seen);
      stream.checkpoint = next === null ? null : JSON.stringify(next);
      if (next !== null) return;
      await deleteStaleRejects(tx, stream, { notSeenSince: startedAt });
      // A rejected row may be that of a stored entity.
      if (!hasRejects) await markDeletedAdEntities(tx, stream.shopId, startedAt);
      stream.backfilledAt ??= fetchedAt;
      stream.currentAt = fetchedAt;
      stream.expectedRows = stream.rows;
      stream.progress = 1;
    });
    if (next === null) return 'done';
    if (budget.isSpent()) return 'more';
  }
}
