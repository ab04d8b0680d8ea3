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
import type { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { isSyncPending } from '../../shops/shopSync.ts';
import { expiresSoonAt } from '../../shops/shopState.ts';
import { texts } from './texts.ts';

interface ShopProps {
  readonly shop: Shop;
  readonly link: ReturnType<typeof useLinkPartner>;
}

const targetOf = ({ platform, id }: Shop) => ({ platform, shopId: id });

/** The one action that fits the state of a linked shop. */
export function ShopAction({
  shop,
  link,
  state,
}: ShopProps & { readonly state: SyncState | null }) {
  const { isViewer } = useTeamRole();
  const broken = shop.status !== 'connected' || state === 'needs_you';
  const ending = expiresSoonAt(shop) !== null;
  return (
    <>
      {!isViewer && (broken || ending) && (
        <Button
          size="small"
          variant={broken ? 'primary' : 'secondary'}
          busy={link.isPending && link.variables.shopId === shop.id}
          aria-label={`${texts.reconnect}: ${shop.name}`}
          onClick={() => link.mutate(targetOf(shop))}
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
    </>
  );
}

export interface ShopMenuProps extends ShopProps {
  readonly onDisconnect: () => void;
  readonly onErase: () => void;
}

/** Everything else that can be done with a linked shop. */
export function ShopMenu({ shop, link, onDisconnect, onErase }: ShopMenuProps) {
  const { isViewer, isOwner } = useTeamRole();
  return (
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
        !isViewer && {
          id: 'reconnect',
          label: texts.reconnect,
          icon: <LinkIcon />,
          onSelect: () => link.mutate(targetOf(shop)),
        },
        !isViewer &&
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
  );
}
