import { contentId, type RawItem, type RejectedItem } from '@seller-connect/partners';
import { encodeInstantArray, encodeTextArray } from '../../platform/database/binary-arrays.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { isStorableText, sanitizeText } from '../../platform/database/storable-values.ts';
import type { RejectedEntity } from '../../reporting/index.ts';
import { keyParameters, type StreamKey } from '../leases/stream-store.ts';
import type { TimeRange } from '../planning/window-plan.ts';

const recordRejectsStatement = sql(
  'collector.record_rejects',
  `insert into collector.reject
     (tenant_id, shop_id, stream, external_id, reason, window_from, window_to, seen_at)
   select $1, $2, $3, r.external_id, r.reason, r.window_from, r.window_to, $8
     from unnest($4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
       as r (external_id, reason, window_from, window_to)
   on conflict (tenant_id, shop_id, stream, external_id) do update set
     reason = excluded.reason, window_from = coalesce(excluded.window_from, reject.window_from),
     window_to = coalesce(excluded.window_to, reject.window_to), seen_at = excluded.seen_at`,
);
const deleteRejectsStatement = sql(
  'collector.delete_rejects',
  `delete from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and external_id = any($4::text[])
      -- Asked once: most streams have none, and each id would be looked for.
      and exists (select from collector.reject where tenant_id = $1 and shop_id = $2 and stream = $3)`,
);

/** The items of one fetched page, as far as they may be rejected. */
export interface PageItems {
  /** Ids of the parsed items. A rejected item has the id that it would have if it were parsed. */
  ids: readonly string[];
  /** Items that could not be parsed. */
  rejects: readonly RejectedItem[];
  /** The window that the page was fetched of; absent for pages fetched outside of windows. */
  window?: TimeRange;
}

/**
 * Records the rejected items of pages, and deletes the records of items that are accepted now.
 * @param options.unusable parsed items that could not be stored
 */
export async function recordRejects(
  tx: TenantTransaction,
  stream: StreamKey,
  options: { pages: readonly PageItems[]; unusable: readonly RejectedEntity[]; now: Date },
): Promise<void> {
  const { pages, unusable, now } = options;
  const windows = new Map(pages.flatMap(({ ids, window }) => ids.map((id) => [id, window])));
  const rejections = new Map(
    pages.flatMap(({ rejects, window }) =>
      rejects.map(({ raw, reason }) => [raw.externalId, { reason, window }]),
    ),
  );
  const unusableIds = new Set(unusable.map(({ id }) => id));
  for (const { id, reason } of unusable) {
    const storableId = isStorableText(id) ? id : contentId(id);
    rejections.set(storableId, { reason, window: windows.get(id) });
  }
  const accepted = [...windows.keys()].filter((id) => !unusableIds.has(id));
  if (accepted.length > 0) {
    await tx.execute(deleteRejectsStatement, [...keyParameters(stream), encodeTextArray(accepted)]);
  }
  if (rejections.size > 0) {
    const rejected = [...rejections.values()];
    await tx.execute(recordRejectsStatement, [
      ...keyParameters(stream),
      encodeTextArray([...rejections.keys()]),
      encodeTextArray(rejected.map(({ reason }) => sanitizeText(reason))),
      encodeInstantArray(rejected.map(({ window }) => window?.from ?? null)),
      encodeInstantArray(rejected.map(({ window }) => window?.to ?? null)),
      now,
    ]);
  }
}

/**
 * Whether an item belongs to the window from one parameter to another: the window that it was last seen in lies within.
 * Of items that an earlier version recorded, only the begin of the window is known.
 */
const isWithin = (from: string, to: string) =>
  `case when window_to is null then window_from = ${from} else window_from >= ${from} and window_to <= ${to} end`;

const deleteStaleStatement = sql(
  'collector.delete_stale_rejects',
  `delete from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and seen_at < $4 and starts_with(external_id, $5)
      and ($6::timestamptz is null or ${isWithin('$6', '$7')})`,
);

/** Rejected items that a complete pass sees if they are still rejected. */
interface StaleRejects {
  notSeenSince: Date;
  /** Only of ids with this prefix. */
  idPrefix?: string;
  /** Only of this window. */
  window?: TimeRange;
}

/** Deletes the records of rejected items that are accepted under another id now, or gone. */
export async function deleteStaleRejects(
  tx: TenantTransaction,
  stream: StreamKey,
  { notSeenSince, idPrefix = '', window }: StaleRejects,
): Promise<void> {
  await tx.execute(deleteStaleStatement, [
    ...keyParameters(stream),
    notSeenSince,
    idPrefix,
    window?.from ?? null,
    window?.to ?? null,
  ]);
}

/** Returns the raw items of a page: of its items, and of its rejected ones with those related to them. */
export function rawOfPage(
  items: readonly { raw: RawItem | readonly RawItem[] }[],
  rejects: readonly RejectedItem[],
): RawItem[] {
  return [
    ...items.flatMap(({ raw }) => raw),
    ...rejects.flatMap(({ raw, related }) => [raw, ...(related ?? [])]),
  ];
}

const countRejectsStatement = sql(
  'collector.count_rejects',
  `select count(*) as rejects from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and ${isWithin('$4', '$5')}`,
);

/** Returns the number of rejected items that the proof of a window counts. */
export async function countRejects(
  tx: TenantTransaction,
  stream: StreamKey,
  { from, to }: TimeRange,
): Promise<bigint> {
  const [row] = await tx.query<{ rejects: bigint }>(countRejectsStatement, [
    ...keyParameters(stream),
    from,
    to,
  ]);
  return row?.rejects ?? 0n;
}
