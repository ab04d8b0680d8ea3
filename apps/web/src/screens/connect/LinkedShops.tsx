import { Banner, Block, Button, EmptyState, Skeleton, StoreIcon } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@seller-connect/contract';
import { useState } from 'react';
import { shopsQuery } from '../../api/queries.ts';
import { useSyncedData } from '../../api/useSyncedData.ts';
import { shared } from '../../texts/index.ts';
import styles from './connect.module.css';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { ShopCard } from './ShopCard.tsx';
import { texts } from './texts.ts';

/** Every linked shop with its state, and what can be done about it. */
export function LinkedShops() {
  const shops = useQuery(shopsQuery);
  const progress = useSyncedData().data;
  const [leaving, setLeaving] = useState<Shop | null>(null);
  const items = shops.data?.items;
  return (
    <Block
      title={texts.linked}
      summary={items && items.length > 0 ? texts.linkedCount(items.length) : undefined}
      busy={shops.isPending}
    >
      {shops.isError && !items && (
        <Banner
          tone="negative"
          title={texts.failed}
          actions={<Button onClick={() => void shops.refetch()}>{shared.tryAgain}</Button>}
        />
      )}
      {shops.isPending && <Skeleton shape="row" count={2} />}
      {items?.length === 0 && (
        <EmptyState title={texts.none} icon={<StoreIcon size={24} />}>
          {texts.noneWhy}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={styles.shops}>
          {items.map((shop) => (
            <ShopCard
              key={shop.id}
              shop={shop}
              progress={progress?.shops.find((each) => each.shopId === shop.id)}
              onDisconnect={() => setLeaving(shop)}
            />
          ))}
        </ul>
      )}
      <DisconnectDialog shop={leaving} onClose={() => setLeaving(null)} />
    </Block>
  );
}
