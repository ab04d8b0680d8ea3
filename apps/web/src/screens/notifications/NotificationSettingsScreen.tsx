import {
  Card,
  Checkbox,
  LockIcon,
  showToast,
  PageHeader,
  Skeleton,
  TextLink,
  VisuallyHidden,
  Page,
  Quiet,
} from '@seller-connect/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationSettings as Settings } from '@seller-connect/contract';
import { knownText } from '../../i18n/knownText.ts';
import { coreClient } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { PushDevicesCard } from './PushDevicesCard.tsx';
import { AlertRulesCard } from '../../alert-rules/AlertRulesCard.tsx';
import { ZaloCard } from './ZaloCard.tsx';
import { ReportEmailsCard } from '../../report-emails/ReportEmailsCard.tsx';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { ShopName } from '../../shops/ShopName.tsx';
import styles from './notifications.module.css';
import { texts } from './texts.ts';

const WebhookCard = lazyBlock(
  () => import('../../webhook/WebhookCard.tsx'),
  <Card busy>
    <Skeleton shape="row" count={2} />
  </Card>,
);

const settingsQuery = endpointQuery('notificationSettings');

type NotificationKind = Settings['kinds'][number];
type NotifiedShop = Settings['shops'][number];

const groups = ['shops', 'sales', 'money', 'team', 'other'] as const;

const groupOf: Readonly<Record<NotificationKind['kind'], (typeof groups)[number]>> = {
  shop_needs_you: 'shops',
  shop_expiring: 'shops',
  shop_moved: 'shops',
  link_failed: 'shops',
  first_sync_done: 'shops',
  data_late: 'shops',
  sales_drop: 'sales',
  cancellations_up: 'sales',
  returns_up: 'sales',
  ads_without_sales: 'sales',
  stock_low: 'sales',
  alert_raised: 'sales',
  fees_up: 'money',
  payouts_overdue: 'money',
  role_changed: 'team',
  member_joined: 'team',
  report_access_made: 'team',
  report_offered: 'team',
  report_failed: 'team',
  webhook_disabled: 'team',
};

/** A change as a function of the settings at the time when it is saved. */
type SettingsChange = (settings: Settings) => Settings;

/**
 * Saves each change immediately, one at a time. Returns the stored settings with pending changes applied. A failed
 * change is removed; the others stay.
 */
function useSaveSettings(stored: Settings | undefined) {
  const queries = useQueryClient();
  const [pendingChanges, setPendingChanges] = useState<readonly SettingsChange[]>([]);
  const save = useMutation({
    mutationFn: async (change: SettingsChange) => {
      // All settings are saved together: another device may have changed the others meanwhile.
      const next = change(await queries.fetchQuery({ ...settingsQuery, staleTime: 0 }));
      return coreClient().call('saveNotificationSettings', {
        body: {
          kinds: next.kinds.map(({ kind, inApp, mail, push, zalo }) => ({
            kind,
            inApp,
            mail,
            push,
            ...(zalo !== null && { zalo }),
          })),
          mutedShopIds: next.shops.filter((shop) => !shop.isEnabled).map((shop) => shop.id),
        },
      });
    },
    changes: ['notificationSettings', 'readAudit'],
    scope: { id: 'notification-settings' },
    onMutate: (change) => setPendingChanges((changes) => [...changes, change]),
    async onSuccess(saved) {
      // A fetch that started before the save would return older settings.
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey });
      queries.setQueryData(settingsQuery.queryKey, saved);
      showToast({ tone: 'positive', title: texts.saved });
    },
    onSettled: (_, __, change) => {
      setPendingChanges((changes) => changes.filter((each) => each !== change));
    },
  });
  return {
    settings: stored && pendingChanges.reduce((settings, change) => change(settings), stored),
    save: save.mutate,
  };
}

/** Notification settings by kind, channel and shop. */
export default function NotificationSettingsScreen() {
  const query = useQuery(settingsQuery);
  const { settings, save } = useSaveSettings(query.data);
  const { isOwner } = useTeamRole();
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {/* As high as a window: the cards below stay out of sight, and do not move, until the kinds are above them. */}
      {!settings && <CardPlaceholder query={query} failed={texts.settingsFailed} rows={18} />}
      {settings && <PushDevicesCard push={settings.push} />}
      {settings && settings.zalo !== null && <ZaloCard phone={settings.zalo.phone} />}
      {settings && (
        <Card flush title={texts.kinds} summary={<EmailAddress settings={settings} />}>
          <KindMatrix
            settings={settings}
            onChange={(kind, changed) =>
              save((latest) => ({
                ...latest,
                kinds: latest.kinds.map((each) =>
                  each.kind === kind ? { ...each, ...changed } : each,
                ),
              }))
            }
          />
        </Card>
      )}
      <AlertRulesCard />
      <ReportEmailsCard />
      {isOwner && <WebhookCard />}
      {settings && settings.shops.length > 0 && (
        <Card title={texts.shops} summary={texts.shopsText}>
          <ul className={styles.shops}>
            {settings.shops.map((shop) => (
              <ShopRow
                key={shop.id}
                shop={shop}
                onChange={(isEnabled) =>
                  save((latest) => ({
                    ...latest,
                    shops: latest.shops.map((each) =>
                      each.id === shop.id ? { ...each, isEnabled } : each,
                    ),
                  }))
                }
              />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function EmailAddress({ settings }: { readonly settings: Settings }) {
  if (!settings.mailAvailable) return texts.mailOff;
  return (
    <>
      <span>{settings.mailTo === null ? texts.noMail : texts.mailTo(settings.mailTo)}</span>{' '}
      <TextLink href="/settings/password">{texts.changeMail}</TextLink>
    </>
  );
}

/** Zalo is offered only where the operator has an Official Account. */
const channelsOf = ({ zalo }: Settings) =>
  zalo === null
    ? (['inApp', 'mail', 'push'] as const)
    : (['inApp', 'mail', 'push', 'zalo'] as const);
type ChannelChange = Partial<Pick<NotificationKind, 'inApp' | 'mail' | 'push' | 'zalo'>>;

interface KindMatrixProps {
  readonly settings: Settings;
  readonly onChange: (kind: NotificationKind['kind'], changed: ChannelChange) => void;
}

/** Kinds of notifications by group, each with a checkbox per channel. */
function KindMatrix({ settings, onChange }: KindMatrixProps) {
  const isPossible = {
    inApp: true,
    mail: settings.mailAvailable && settings.mailTo !== null,
    push: settings.push.devices.length > 0,
    zalo: settings.zalo?.phone?.isConfirmed === true && !settings.zalo.phone.isOff,
  };
  const channels = channelsOf(settings);
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{texts.kinds}</VisuallyHidden>
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {texts[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => {
        const kinds = settings.kinds.filter(
          ({ kind }) => knownText(groupOf, kind, 'other') === group,
        );
        if (kinds.length === 0) return null;
        return (
          <tbody key={group}>
            <tr>
              <th colSpan={channels.length + 1} scope="rowgroup" className={styles.group}>
                {texts.groups[group]}
              </th>
            </tr>
            {kinds.map((kind) => (
              <tr key={kind.kind}>
                <th scope="row">
                  <p className={styles.name}>{kind.title}</p>
                  <Quiet as="p">{kind.text}</Quiet>
                  {kind.lockedBecause !== null && (
                    <p className={styles.locked}>
                      <LockIcon />
                      {kind.lockedBecause}
                    </p>
                  )}
                </th>
                {channels.map((channel) => {
                  const isLocked = channel === 'inApp' && kind.lockedBecause !== null;
                  return (
                    <td key={channel}>
                      <Checkbox
                        label={
                          <>
                            <span className={styles.channel} aria-hidden>
                              {texts.shortChannels[channel]}
                            </span>
                            <VisuallyHidden>{`${texts[channel]}: ${kind.title}`}</VisuallyHidden>
                          </>
                        }
                        checked={kind[channel] === true && isPossible[channel]}
                        disabled={isLocked || !isPossible[channel] || kind[channel] === null}
                        onChange={(event) =>
                          onChange(kind.kind, { [channel]: event.currentTarget.checked })
                        }
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

interface ShopRowProps {
  readonly shop: NotifiedShop;
  readonly onChange: (isEnabled: boolean) => void;
}

function ShopRow({ shop, onChange }: ShopRowProps) {
  return (
    <li>
      <Checkbox
        label={<ShopName partner={shop.platform}>{shop.name}</ShopName>}
        checked={shop.isEnabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  );
}
