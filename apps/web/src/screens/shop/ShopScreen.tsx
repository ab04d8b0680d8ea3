import { PageHeader, PartnerMark, StoreIcon, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/index.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { CopyButton } from '../../copyable/CopyButton.tsx';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { MissingRecord } from '../../lists/RecordState.tsx';
import { useRouteParam } from '../../lists/useUrlState.ts';
import { partnerName } from '../../i18n/index.ts';
import { LinkHistory } from './LinkHistory.tsx';
import { RunHistory } from './RunHistory.tsx';
import styles from './shop.module.css';
import { SyncFacts } from './SyncFacts.tsx';
import { texts } from './texts.ts';

/** The sync history and the link history of one shop. The address can be sent to support. */
export default function ShopScreen() {
  const shopId = useRouteParam('shopId');
  const query = useQuery(shopsQuery);
  const { data, isPending, error } = query;
  const shop = data?.items.find((each) => each.id === shopId);
  // Without the shop there is nothing to show: rethrows to the server error page with its reference.
  if (!data && error instanceof ApiError && error.status >= 500) throw error;
  if (!data) {
    return (
      <Page>
        <PageHeader title={texts.title} />
        {isPending ? <ListLoading query={query} rows={4} /> : <p>{texts.failed}</p>}
      </Page>
    );
  }
  if (!shop) {
    return (
      <MissingRecord
        title={texts.unknown}
        text={texts.unknownWhy}
        icon={<StoreIcon size={24} />}
        back={{ href: '/connect', label: texts.back }}
      />
    );
  }
  return (
    <Page>
      <PageHeader
        title={shop.name}
        actions={
          <CopyButton
            label={texts.copy}
            value={window.location.href}
            copied={texts.copied}
            failed={texts.copyFailed}
          />
        }
      >
        <span className={styles.about}>
          <PartnerMark partner={shop.platform} size={20} />
          {texts.about(partnerName(shop.platform), shop.externalShopId)}
        </span>
        <p>{texts.lead}</p>
      </PageHeader>
      <SyncFacts shop={shop} />
      <RunHistory shopId={shop.id} />
      <LinkHistory shopId={shop.id} />
    </Page>
  );
}
