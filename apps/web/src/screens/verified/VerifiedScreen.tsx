import type { ShopProgress } from '@seller-connect/contract';
import { Card, LinkButton, Skeleton, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { isSyncPending, useSyncStatus } from '../../shops/shopSync.ts';
import { NoShop, SetupBar, SetupHero } from '../../onboarding/index.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { ShopProgressRow } from './ShopProgressRow.tsx';
import { texts } from './texts.ts';
import styles from './verified.module.css';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';

/** Minimum time in milliseconds that the confirmation stays visible, even if the first sync is quick. */
const minDisplayMs = 2_500;

/** Shown after linking: the shop is verified and its data is being synced. */
export default function VerifiedScreen() {
  const [justLinked] = useState(() =>
    (new URLSearchParams(window.location.search).get('shops') ?? '').split(',').filter(Boolean),
  );
  const shops = useQuery(shopsQuery).data?.items ?? [];
  const query = useSyncStatus();
  const { data, isError } = query;
  const navigate = useNavigate();
  const names = shops.filter((shop) => justLinked.includes(shop.id)).map((shop) => shop.name);
  const isNew = (shop: ShopProgress) => justLinked.includes(shop.shopId);
  // Newly linked shops come first. Up-to-date shops that were linked before are shown without progress bars.
  const running = (data?.shops ?? []).toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
  const isBrief = (shop: ShopProgress) =>
    justLinked.length > 0 && !isNew(shop) && shop.state === 'up_to_date';
  const finished = data !== undefined && data.synced && running.length > 0;
  const moneyFollows = running.some((shop) =>
    shop.streams.some(({ state }) => isSyncPending(state)),
  );

  useEffect(() => {
    // Redirects only after linking, not when the screen was opened to check the progress.
    if (!finished || justLinked.length === 0) return;
    // Replaces this page, which would lead forward again when the user goes back to it.
    const goOn = () => void navigate({ to: '/connect/done', replace: true });
    const timer = setTimeout(goOn, minDisplayMs);
    return () => clearTimeout(timer);
  }, [finished, justLinked, navigate]);

  if (data?.shops.length === 0 && justLinked.length === 0) return <NoShop />;
  return (
    <Page width="medium" centered>
      <SetupBar at="sync" always />
      <SetupHero
        title={texts.title}
        text={
          names.length > 0
            ? texts.linked(formats.list(names), names.length)
            : texts.linkedAny(Math.max(justLinked.length, running.length))
        }
        actions={
          <>
            {finished ? (
              <LinkButton variant="primary" href="/connect/done">
                {texts.continue}
              </LinkButton>
            ) : (
              <LinkButton variant={data?.hasData ? 'primary' : 'secondary'} href="/">
                {data?.hasData ? texts.seeReport : sharedTexts.backHome}
              </LinkButton>
            )}
            <LinkButton href="/connect">{texts.another}</LinkButton>
          </>
        }
      >
        {data?.hasData && <FirstMetrics live={!finished} />}
      </SetupHero>
      <Card
        title={!finished ? texts.connecting : moneyFollows ? texts.salesComplete : texts.complete}
        summary={!finished ? texts.safe : moneyFollows ? texts.moneyFollows : undefined}
        busy={data === undefined && !isError}
      >
        {data?.hasData && !finished && <p className={styles.partial}>{texts.partial}</p>}
        {data === undefined && !isError && <Skeleton shape="row" count={3} />}
        {data === undefined && isError && <LoadError title={texts.failed} query={query} />}
        <div className={styles.shops}>
          {running.map((shop) => (
            <ShopProgressRow key={shop.shopId} shop={shop} brief={isBrief(shop)} />
          ))}
        </div>
      </Card>
    </Page>
  );
}

const pollIntervalMs = 10_000;
const query = { period: '7d' } as const;

/** Orders and sales of the last seven days, as soon as there are any. They grow while `live`. */
function FirstMetrics({ live }: { readonly live: boolean }) {
  const { data, isPending } = useQuery({
    ...endpointQuery('reportSummary', { query, background: true }),
    refetchInterval: live && pollIntervalMs,
  });
  const orders = data?.metrics.orders.value ?? null;
  const gmv = data?.metrics.gmv.value ?? null;
  // The room of the figures, so that nothing moves when they come.
  if (isPending) return <div className={styles.metrics} aria-busy="true" />;
  if (!data || orders === null || gmv === null) return null;
  return (
    <dl className={styles.metrics}>
      <div>
        <dt>{texts.weekOrders}</dt>
        <dd>{formats.number(orders)}</dd>
      </div>
      <div>
        <dt>{texts.weekSales}</dt>
        <dd>{formats.money(gmv, data.currency)}</dd>
      </div>
    </dl>
  );
}
