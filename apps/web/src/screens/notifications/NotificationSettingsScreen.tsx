import {
  Card,
  Checkbox,
  showToast,
  PageHeader,
  PartnerMark,
  Skeleton,
  TextLink,
  VisuallyHidden,
  Page,
} from '@seller-connect/ui';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationSettings as Settings } from '@seller-connect/contract';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './notifications.module.css';
import { texts } from './texts.ts';

const settingsQuery = queryOptions({
  queryKey: queryKey('notificationSettings'),
  queryFn: ({ signal }) => coreClient().call('notificationSettings', { signal }),
});

type NotificationKind = Settings['kinds'][number];
type NotifiedShop = Settings['shops'][number];

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
      const next = change(await queries.ensureQueryData(settingsQuery));
      return coreClient().call('saveNotificationSettings', {
        body: {
          kinds: next.kinds.map(({ kind, inApp, mail }) => ({ kind, inApp, mail })),
          mutedShopIds: next.shops.filter((shop) => !shop.isEnabled).map((shop) => shop.id),
        },
      });
    },
    changes: ['notificationSettings'],
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
  const { isError } = query;
  const { settings: data, save } = useSaveSettings(query.data);
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {!data && isError && <LoadError title={texts.settingsFailed} query={query} />}
      {!data && !isError && (
        <Card busy>
          <Skeleton shape="row" count={5} />
        </Card>
      )}
      {data && (
        <Card flush title={texts.kinds} summary={<EmailAddress settings={data} />}>
          <ul className={styles.rows}>
            {data.kinds.map((kind) => (
              <KindRow
                key={kind.kind}
                kind={kind}
                mailPossible={data.mailAvailable && data.mailTo !== null}
                onChange={(changed) =>
                  save((settings) => ({
                    ...settings,
                    kinds: settings.kinds.map((each) =>
                      each.kind === kind.kind ? { ...each, ...changed } : each,
                    ),
                  }))
                }
              />
            ))}
          </ul>
        </Card>
      )}
      {data && data.shops.length > 0 && (
        <Card flush title={texts.shops} summary={texts.shopsText}>
          <ul className={styles.rows}>
            {data.shops.map((shop) => (
              <ShopRow
                key={shop.id}
                shop={shop}
                onChange={(isEnabled) =>
                  save((settings) => ({
                    ...settings,
                    shops: settings.shops.map((each) =>
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

interface KindRowProps {
  readonly kind: NotificationKind;
  readonly mailPossible: boolean;
  readonly onChange: (changed: Partial<Pick<NotificationKind, 'inApp' | 'mail'>>) => void;
}

function KindRow({ kind, mailPossible, onChange }: KindRowProps) {
  const about = <VisuallyHidden>: {kind.title}</VisuallyHidden>;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{kind.title}</p>
        <p className={styles.quiet}>{kind.text}</p>
        {kind.lockedBecause !== null && <p className={styles.quiet}>{kind.lockedBecause}</p>}
      </div>
      <div className={styles.channels}>
        <Checkbox
          label={
            <>
              {texts.inApp}
              {about}
            </>
          }
          checked={kind.inApp}
          disabled={kind.lockedBecause !== null}
          onChange={(event) => onChange({ inApp: event.currentTarget.checked })}
        />
        <Checkbox
          label={
            <>
              {texts.mail}
              {about}
            </>
          }
          checked={kind.mail && mailPossible}
          disabled={!mailPossible}
          onChange={(event) => onChange({ mail: event.currentTarget.checked })}
        />
      </div>
    </li>
  );
}

interface ShopRowProps {
  readonly shop: NotifiedShop;
  readonly onChange: (isEnabled: boolean) => void;
}

function ShopRow({ shop, onChange }: ShopRowProps) {
  return (
    <li className={styles.row}>
      <Checkbox
        label={
          <span className={styles.shop}>
            <PartnerMark partner={shop.platform} />
            {shop.name}
          </span>
        }
        checked={shop.isEnabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  );
}
