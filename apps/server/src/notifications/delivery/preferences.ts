import type { NotificationKind, SaveNotificationSettings } from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { recordAuditEvent } from '../../audit/index.ts';
import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { kindRules, notificationKinds } from '../messages/kinds.ts';

const ChannelsShape = Type.Record(
  Type.String(),
  Type.Object({
    inApp: Type.Boolean(),
    mail: Type.Boolean(),
    push: Type.Optional(Type.Boolean()),
    zalo: Type.Optional(Type.Boolean()),
  }),
);
type StoredChannels = Static<typeof ChannelsShape>;
const StoredChannels = Compile(ChannelsShape);

/** Notification settings of an account. */
export interface Preference {
  language: Language;
  channels: Readonly<Record<NotificationKind, Channels>>;
  mutedShops: ReadonlySet<string>;
}

export interface Channels {
  inApp: boolean;
  mail: boolean;
  /** To the devices that the account has added. */
  push: boolean;
  /** To the telephone number that the account has confirmed. */
  zalo: boolean;
}

interface Row {
  accountId: string;
  language: Language;
  channels: unknown;
  mutedShops: string[];
}

const readPreferencesStatement = sql(
  'notifications.preferences',
  `select account_id, language, channels, muted_shops from notifications.preference
   where tenant_id = $1 and account_id = any($2::text[])`,
);
const recordLanguageStatement = sql(
  'notifications.record_language',
  `insert into notifications.preference as p (tenant_id, account_id, language, channels, muted_shops, changed_at)
   values ($1, $2, $3, '{}', '{}', $4)
   on conflict (tenant_id, account_id) do update set language = excluded.language where p.language <> excluded.language`,
);
const saveStatement = sql(
  'notifications.save_preference',
  `insert into notifications.preference (tenant_id, account_id, language, channels, muted_shops, changed_at)
   values ($1, $2, $3, $4, $5::uuid[], $6)
   on conflict (tenant_id, account_id) do update set language = excluded.language,
     channels = excluded.channels, muted_shops = excluded.muted_shops, changed_at = excluded.changed_at`,
);

/** Language of accounts without a stored preference. */
const defaultLanguage: Language = 'vi';

function toPreference(row: Row | undefined): Preference {
  const stored: StoredChannels = StoredChannels.Check(row?.channels) ? row.channels : {};
  const channelsOf = (kind: NotificationKind): Channels => {
    const { inApp, mail, locked, tone } = kindRules[kind];
    const chosen = stored[kind] ?? { inApp, mail };
    // What is worth an email is worth a message to a device, until the account decides.
    const push = stored[kind]?.push ?? mail;
    // Each message costs the operator money.
    const zalo = stored[kind]?.zalo ?? tone === 'negative';
    return { mail: chosen.mail, inApp: chosen.inApp || locked !== null, push, zalo };
  };
  return {
    language: row?.language ?? defaultLanguage,
    channels: {
      shop_needs_you: channelsOf('shop_needs_you'),
      shop_expiring: channelsOf('shop_expiring'),
      shop_moved: channelsOf('shop_moved'),
      data_late: channelsOf('data_late'),
      sales_drop: channelsOf('sales_drop'),
      cancellations_up: channelsOf('cancellations_up'),
      returns_up: channelsOf('returns_up'),
      fees_up: channelsOf('fees_up'),
      payouts_overdue: channelsOf('payouts_overdue'),
      ads_without_sales: channelsOf('ads_without_sales'),
      stock_low: channelsOf('stock_low'),
      first_sync_done: channelsOf('first_sync_done'),
      link_failed: channelsOf('link_failed'),
      role_changed: channelsOf('role_changed'),
      member_joined: channelsOf('member_joined'),
      report_access_made: channelsOf('report_access_made'),
      report_offered: channelsOf('report_offered'),
      report_failed: channelsOf('report_failed'),
      alert_raised: channelsOf('alert_raised'),
      webhook_disabled: channelsOf('webhook_disabled'),
    },
    mutedShops: new Set(row?.mutedShops ?? []),
  };
}

/** Returns a lookup of preferences by account; accounts without a row have the defaults. */
export async function readPreferences(
  tx: Sql,
  tenantId: string,
  accountIds: readonly string[],
): Promise<(accountId: string) => Preference> {
  const rows = await tx.query<Row>(readPreferencesStatement, [tenantId, accountIds]);
  const known = new Map(rows.map((row) => [row.accountId, row]));
  return (accountId) => toPreference(known.get(accountId));
}

export async function readPreference(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<Preference & { known: boolean }> {
  const rows = await database.tenantRead<Row>(tenantId, readPreferencesStatement, [
    tenantId,
    [accountId],
  ]);
  return { ...toPreference(rows[0]), known: rows.length > 0 };
}

/** Records the language that the account reads in, for its emails. */
export async function recordLanguage(
  database: Database,
  owner: { tenantId: string; accountId: string; language: Language },
): Promise<void> {
  await database.tenant(owner.tenantId, (tx) =>
    tx.execute(recordLanguageStatement, [
      owner.tenantId,
      owner.accountId,
      owner.language,
      new Date(),
    ]),
  );
}

/**
 * Replaces an account's settings. Locked kinds stay on in the application; kinds that are not submitted get their
 * defaults. The audit event says that the settings changed, not what changed: that is private to the account.
 */
export async function savePreference(
  database: Database,
  owner: { tenantId: string; accountId: string; language: Language },
  submitted: SaveNotificationSettings,
): Promise<void> {
  const { tenantId, accountId } = owner;
  const at = new Date();
  await database.tenant(tenantId, async (tx) => {
    const read = async () => (await readPreferences(tx, tenantId, [accountId]))(accountId);
    const before = await read();
    const channels = Object.fromEntries(
      notificationKinds.flatMap((kind) => {
        const chosen = submitted.kinds.find((each) => each.kind === kind);
        if (!chosen) return [];
        const inApp = chosen.inApp || kindRules[kind].locked !== null;
        const push = chosen.push ?? before.channels[kind].push;
        const zalo = chosen.zalo ?? before.channels[kind].zalo;
        return [[kind, { inApp, mail: chosen.mail, push, zalo }]];
      }),
    );
    await tx.execute(saveStatement, [
      tenantId,
      accountId,
      owner.language,
      JSON.stringify(channels),
      submitted.mutedShopIds,
      at,
    ]);
    // Saving unchanged settings is no audit event.
    if (isSamePreference(before, await read())) return;
    const details = { setting: 'notifications' };
    await recordAuditEvent(tx, { action: 'settings.changed', actorId: accountId, details }, at);
  });
}

function isSamePreference(preference: Preference, other: Preference): boolean {
  return (
    notificationKinds.every(
      (kind) =>
        preference.channels[kind].inApp === other.channels[kind].inApp &&
        preference.channels[kind].mail === other.channels[kind].mail &&
        preference.channels[kind].push === other.channels[kind].push &&
        preference.channels[kind].zalo === other.channels[kind].zalo,
    ) && preference.mutedShops.symmetricDifference(other.mutedShops).size === 0
  );
}

/**
 * Returns the channels for one event and account. If all of its shops are muted, only locked kinds are delivered, and
 * only in the application.
 */
export function channelsFor(
  preference: Preference,
  kind: NotificationKind,
  shopIds: readonly string[],
): Channels {
  const muted = shopIds.length > 0 && shopIds.every((id) => preference.mutedShops.has(id));
  if (!muted) return preference.channels[kind];
  return { inApp: kindRules[kind].locked !== null, mail: false, push: false, zalo: false };
}
