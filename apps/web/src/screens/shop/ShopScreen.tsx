import {
  Button,
  CopyIcon,
  EmptyState,
  LinkButton,
  IconButton,
  PageHeader,
  PartnerMark,
  StoreIcon,
  Page,
  useIsPhone,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/index.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { copyToClipboard } from '../../clipboard.ts';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { useRouteParam } from '../../lists/useUrlState.ts';
import { sharedTexts } from '../../i18n/index.ts';
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
  const isPhone = useIsPhone();
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
      <EmptyState
        screen
        tone="quiet"
        title={texts.unknown}
        icon={<StoreIcon size={24} />}
        action={
          <LinkButton variant="primary" href="/connect">
            {texts.back}
          </LinkButton>
        }
      >
        {texts.unknownWhy}
      </EmptyState>
    );
  }
  const copyButton = { icon: <CopyIcon />, onClick: () => void copyAddress() };
  return (
    <Page>
      <PageHeader
        title={shop.name}
        actions={
          isPhone ? (
            <IconButton label={texts.copy} {...copyButton} />
          ) : (
            <Button {...copyButton}>{texts.copy}</Button>
          )
        }
      >
        <span className={styles.about}>
          <PartnerMark partner={shop.platform} size={20} />
          {texts.about(sharedTexts.partners[shop.platform], shop.externalShopId)}
        </span>
        <p>{texts.lead}</p>
      </PageHeader>
      <SyncFacts shop={shop} />
      <RunHistory shopId={shop.id} />
      <LinkHistory shopId={shop.id} />
    </Page>
  );
}

const copyAddress = () =>
  copyToClipboard(
    window.location.href,
    { tone: 'positive', title: texts.copied },
    { tone: 'attention', title: texts.copyFailed },
  );
