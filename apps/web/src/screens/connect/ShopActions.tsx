import {
  Button,
  HistoryIcon,
  LinkButton,
  LinkIcon,
  MoreMenu,
  TrashIcon,
  UnlinkIcon,
} from '@seller-connect/ui';
import type { Shop, SyncState } from '@seller-connect/contract';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import styles from './connect.module.css';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { isSyncPending } from '../../shops/shopSync.ts';
import { expiresSoonAt } from '../../shops/shopState.ts';
import { texts } from './texts.ts';

export interface ShopActionsProps {
  readonly shop: Shop;
  readonly state: SyncState | null;
  readonly onDisconnect: () => void;
  readonly onErase: () => void;
}

/** What can be done with a linked shop: the one action that fits its state, and a menu of the others. */
export function ShopActions({ shop, state, onDisconnect, onErase }: ShopActionsProps) {
  const link = useLinkPartner();
  const { looksOnly, isOwner } = useTeamRole();
  const reconnect = () => link.mutate({ platform: shop.platform, shopId: shop.id });
  const broken = shop.status !== 'connected' || state === 'needs_you';
  const ending = expiresSoonAt(shop) !== null;
  return (
    <div className={styles.actions}>
      {!looksOnly && (broken || ending) && (
        <Button
          size="small"
          variant={broken ? 'primary' : 'secondary'}
          busy={link.isPending}
          aria-label={`${texts.reconnect}: ${shop.name}`}
          onClick={reconnect}
        >
          {texts.reconnect}
        </Button>
      )}
      {!broken && state !== null && isSyncPending(state) && (
        <LinkButton
          size="small"
          href="/connect/verified"
          aria-label={`${texts.progress}: ${shop.name}`}
        >
          {texts.progress}
        </LinkButton>
      )}
      <MoreMenu
        label={texts.actionsFor(shop.name, isAdAccount(shop))}
        entries={[
          {
            kind: 'link',
            id: 'history',
            label: texts.history,
            icon: <HistoryIcon />,
            href: `/connect/shops/${shop.id}`,
          },
          !looksOnly && {
            id: 'reconnect',
            label: texts.reconnect,
            icon: <LinkIcon />,
            onSelect: reconnect,
          },
          !looksOnly &&
            shop.status !== 'disconnected' && {
              id: 'disconnect',
              label: texts.disconnect,
              icon: <UnlinkIcon />,
              tone: 'danger',
              onSelect: onDisconnect,
            },
          isOwner &&
            shop.status === 'disconnected' && {
              id: 'erase',
              label: texts.erase,
              icon: <TrashIcon />,
              tone: 'danger',
              onSelect: onErase,
            },
        ]}
      />
    </div>
  );
}
