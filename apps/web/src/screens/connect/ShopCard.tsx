import {
  Button,
  HistoryIcon,
  IconButton,
  LinkButton,
  LinkIcon,
  Menu,
  MoreIcon,
  StatusPill,
  TrashIcon,
  UnlinkIcon,
} from '@seller-connect/ui';
import type { Shop, ShopProgress, SyncState } from '@seller-connect/contract';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { ShopSyncDetails } from './ShopSyncDetails.tsx';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { isSyncPending } from '../../shops/shopSync.ts';
import { expiresSoonAt, shopSyncState } from './shopState.ts';
import { texts } from './texts.ts';

export interface ShopCardProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined | null;
  readonly onDisconnect: () => void;
  readonly onErase: () => void;
}

/** One linked shop: name and ID, state, last success, next run, and the available action. */
export function ShopCard({ shop, progress, onDisconnect, onErase }: ShopCardProps) {
  const state = shopSyncState(shop, progress);
  return (
    <li className={styles.shop} data-shop={shop.externalShopId}>
      <div className={styles.shopWords}>
        <h3 className={styles.shopName}>{shop.name}</h3>
        <p className={styles.quiet}>
          {isAdAccount(shop)
            ? `${texts.accountId(shop.externalShopId)} · ${shop.currency}`
            : `${texts.shopId(shop.externalShopId)} · ${shop.region}`}
        </p>
        <ShopSyncDetails shop={shop} progress={progress ?? undefined} />
      </div>
      <div className={styles.shopEnd}>
        {state !== null && <StatusPill state={state}>{sharedTexts.syncStates[state]}</StatusPill>}
        <ShopActions shop={shop} state={state} onDisconnect={onDisconnect} onErase={onErase} />
      </div>
    </li>
  );
}

interface ShopActionsProps {
  readonly shop: Shop;
  readonly state: SyncState | null;
  readonly onDisconnect: () => void;
  readonly onErase: () => void;
}

function ShopActions({ shop, state, onDisconnect, onErase }: ShopActionsProps) {
  const link = useLinkPartner();
  const { looksOnly, isOwner } = useTeamRole();
  const reconnect = () => link.mutate({ platform: shop.platform, shopId: shop.id });
  const broken = shop.status !== 'connected' || state === 'needs_you';
  const ending = expiresSoonAt(shop) !== null;
  return (
    <>
      {!looksOnly && (broken || ending) && (
        <Button
          variant={broken ? 'primary' : 'secondary'}
          busy={link.isPending}
          aria-label={`${texts.reconnect}: ${shop.name}`}
          onClick={reconnect}
        >
          {texts.reconnect}
        </Button>
      )}
      {!broken && state !== null && isSyncPending(state) && (
        <LinkButton href="/connect/verified" aria-label={`${texts.progress}: ${shop.name}`}>
          {texts.progress}
        </LinkButton>
      )}
      <Menu
        label={texts.actionsFor(shop.name, isAdAccount(shop))}
        entries={[
          {
            kind: 'link',
            id: 'history',
            label: texts.history,
            icon: <HistoryIcon />,
            href: `/connect/shops/${shop.id}`,
          },
          ...(looksOnly
            ? []
            : [
                {
                  kind: 'action' as const,
                  id: 'reconnect',
                  label: texts.reconnect,
                  icon: <LinkIcon />,
                  onSelect: reconnect,
                },
              ]),
          ...(looksOnly || shop.status === 'disconnected'
            ? []
            : [
                {
                  kind: 'action' as const,
                  id: 'disconnect',
                  label: texts.disconnect,
                  icon: <UnlinkIcon />,
                  tone: 'danger' as const,
                  onSelect: onDisconnect,
                },
              ]),
          ...(isOwner && shop.status === 'disconnected'
            ? [
                {
                  kind: 'action' as const,
                  id: 'erase',
                  label: texts.erase,
                  icon: <TrashIcon />,
                  tone: 'danger' as const,
                  onSelect: onErase,
                },
              ]
            : []),
        ]}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            label={texts.actionsFor(shop.name, isAdAccount(shop))}
            icon={<MoreIcon size={20} />}
          />
        )}
      />
    </>
  );
}
