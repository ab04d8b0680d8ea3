import {
  Button,
  PageHeader,
  RefreshIcon,
  Skeleton,
  Page,
  Quiet,
  Banner,
  LinkButton,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Platform, Shop } from '@seller-connect/contract';
import { useId, useState } from 'react';
import { partnersQuery, shopsQuery } from '../../api/queries/sharedQueries.ts';
import { useSyncStatus } from '../../shops/shopSync.ts';
import { useStartCollection } from '../../shops/useStartCollection.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { SetupBar } from '../../onboarding/index.ts';
import { combineFailed, LoadError } from '../../loading/LoadError.tsx';
import styles from './connect.module.css';
import { DisconnectDialog, EraseDialog } from './ShopDialogs.tsx';
import { LinkedShops } from './LinkedShops.tsx';
import { LinkingDetails } from './LinkingDetails.tsx';
import { PartnerTile } from './PartnerTile.tsx';
import { texts } from './texts.ts';
import { roleTexts } from '../../session/roleTexts.ts';

const order: readonly Platform[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** The linked shops, what can be linked, and what linking means. */
export default function ConnectScreen() {
  const tilesId = useId();
  const shops = useQuery(shopsQuery);
  const partners = useQuery(partnersQuery);
  const sync = useStartCollection();
  const { isViewer } = useTeamRole();
  const [leaving, setLeaving] = useState<Shop | null>(null);
  const [erasing, setErasing] = useState<Shop | null>(null);
  const progressOf = useSyncStatus();
  const failed = combineFailed([shops, partners]);
  // Waits for all responses: cards that grow one after another would move under the pointer.
  const waiting =
    !failed && (!shops.data || !partners.data || (!progressOf.data && !progressOf.isError));
  const progress = progressOf.data?.shops;
  const items = shops.data?.items ?? [];
  const linked = items.filter((shop) => shop.status !== 'disconnected');
  const linkedCount = linked.length;
  const availability = new Map(
    partners.data?.items.map((item) => [item.platform, item.available] as const),
  );
  return (
    <Page>
      <SetupBar at="connect" />
      <PageHeader
        title={texts.title}
        actions={
          !waiting &&
          !isViewer &&
          items.some((shop) => shop.status === 'connected') && (
            <Button icon={<RefreshIcon />} busy={sync.isPending} onClick={() => sync.mutate()}>
              {texts.syncNow}
            </Button>
          )
        }
      >
        {texts.intro}
      </PageHeader>
      <ReadOnlyBanner />
      {failed && <LoadError title={texts.failed} query={failed} />}
      {waiting ? (
        <div aria-busy="true">
          <Skeleton shape="block" count={3} />
        </div>
      ) : (
        <>
          {items.length > 0 && (
            <LinkedShops
              shops={items}
              progress={progress}
              order={order}
              onDisconnect={setLeaving}
              onErase={setErasing}
            />
          )}
          <section className={styles.partners} aria-labelledby={tilesId}>
            <h2 id={tilesId} className={styles.partnersTitle}>
              {linkedCount > 0 ? texts.addTitle : texts.chooseTitle}
            </h2>
            <div className={styles.tiles}>
              {order.map((platform) => (
                <PartnerTile
                  key={platform}
                  platform={platform}
                  available={availability.get(platform)}
                  linked={linked.filter((shop) => shop.platform === platform).length}
                />
              ))}
            </div>
            {!isViewer && linkedCount > 0 && <Quiet as="p">{texts.another}</Quiet>}
          </section>
          <LinkingDetails open={linkedCount === 0} />
          <Quiet as="p">{texts.stop}</Quiet>
        </>
      )}
      <DisconnectDialog shop={leaving} onClose={() => setLeaving(null)} />
      <EraseDialog shop={erasing} onClose={() => setErasing(null)} />
    </Page>
  );
}

/** Tells viewers why they cannot change anything here and who can change that. */
function ReadOnlyBanner() {
  const { isViewer, team } = useTeamRole();
  if (!isViewer) return null;
  return (
    <Banner
      actions={
        <LinkButton size="small" href="/settings/team">
          {roleTexts.toTeam}
        </LinkButton>
      }
    >
      {roleTexts.readOnly(team)}
    </Banner>
  );
}
