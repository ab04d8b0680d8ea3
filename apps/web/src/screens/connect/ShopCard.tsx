import {
  Button,
  IconButton,
  LinkButton,
  Menu,
  MoreIcon,
  PartnerMark,
  StatusPill,
  Tooltip,
  UnlinkIcon,
} from '@seller-connect/ui';
import type { Shop, ShopProgress } from '@seller-connect/contract';
import { useLinkPartner } from '../../api/useLinkPartner.ts';
import { formats, shared } from '../../texts/index.ts';
import styles from './connect.module.css';
import { nextRunOf, problemOf, rowsOf, stateOfShop } from './shopState.ts';
import { texts } from './texts.ts';

export interface ShopCardProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined;
  readonly onDisconnect: () => void;
}

/** One linked shop: mark, name and id, state, last success, next run, the one action that fits. */
export function ShopCard({ shop, progress, onDisconnect }: ShopCardProps) {
  const state = stateOfShop(shop, progress);
  const link = useLinkPartner();
  const partner = shared.partners[shop.platform];
  const canReconnect = shop.status !== 'connected' || state === 'needs_you';
  return (
    <li className={styles.shop}>
      <PartnerMark partner={shop.platform} size={32} />
      <div className={styles.shopWords}>
        <h3 className={styles.partnerName}>{shop.name}</h3>
        <p className={styles.quiet}>
          {partner} · {texts.shopId(shop.externalShopId)} · {shop.region}
        </p>
        <ShopFacts shop={shop} progress={progress} />
      </div>
      <div className={styles.shopEnd}>
        <StatusPill state={state}>{shared.syncStates[state]}</StatusPill>
        {canReconnect && (
          <Button
            variant="primary"
            busy={link.isPending}
            onClick={() => link.mutate({ platform: shop.platform, shopId: shop.id })}
          >
            {texts.reconnect}
          </Button>
        )}
        {!canReconnect && (state === 'syncing' || state === 'waiting') && (
          <LinkButton href="/connect/verified">{texts.progress}</LinkButton>
        )}
        {shop.status !== 'disconnected' && (
          <Menu
            label={texts.actionsFor(shop.name)}
            entries={[
              {
                kind: 'action',
                id: 'disconnect',
                label: texts.disconnect,
                icon: <UnlinkIcon />,
                tone: 'danger',
                onSelect: onDisconnect,
              },
            ]}
            renderTrigger={(props) => (
              <IconButton
                {...props}
                label={texts.actionsFor(shop.name)}
                icon={<MoreIcon size={20} />}
              />
            )}
          />
        )}
      </div>
    </li>
  );
}

function ShopFacts({ shop, progress }: Pick<ShopCardProps, 'shop' | 'progress'>) {
  if (shop.status === 'disconnected') return <p>{texts.stopped}</p>;
  if (shop.status === 'needs_reauthorization') {
    return <p>{texts.needsAccess(shared.partners[shop.platform], shop.name)}</p>;
  }
  const problem = problemOf(progress);
  const next = nextRunOf(progress);
  const rows = rowsOf(progress);
  return (
    <>
      {problem && (
        <p>
          {problem.message}
          {problem.retryAt !== null && ` ${texts.retryAt(formats.relative(problem.retryAt))}`}
        </p>
      )}
      <p className={styles.facts}>
        {shop.lastSynchronisedAt === null ? (
          <span>{texts.never}</span>
        ) : (
          <Tooltip content={formats.dateTime(shop.lastSynchronisedAt)}>
            {texts.lastSuccess(formats.relative(shop.lastSynchronisedAt))}
          </Tooltip>
        )}
        {next !== null && (
          <Tooltip content={formats.dateTime(next)}>
            {texts.nextRun(formats.relative(next))}
          </Tooltip>
        )}
        {rows > 0 && <span>{texts.rows(formats.number(rows))}</span>}
      </p>
    </>
  );
}
