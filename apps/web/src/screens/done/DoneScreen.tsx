import { Banner, CheckCircleIcon, LinkButton, PageHeader, Skeleton } from '@seller-connect/ui';
import { useSyncedData } from '../../api/useSyncedData.ts';
import { readPageConfiguration } from '../../page-configuration.ts';
import styles from './done.module.css';
import { texts } from './texts.ts';

/** The end of linking. It says that all is done only when the server says so. */
export function DoneScreen() {
  const { data, isError } = useSyncedData();
  if (data === undefined) {
    return isError ? <Banner tone="attention" title={texts.unknown} /> : <Skeleton shape="block" />;
  }
  if (data.shops.length === 0) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.noShop}>{texts.noShopText}</PageHeader>
        <div className={styles.actions}>
          <LinkButton variant="primary" href="/connect">
            {texts.connect}
          </LinkButton>
        </div>
      </div>
    );
  }
  if (!data.synced) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.notYet}>{texts.notYetText}</PageHeader>
        <div className={styles.actions}>
          <LinkButton variant="primary" href="/connect/verified">
            {texts.progress}
          </LinkButton>
        </div>
      </div>
    );
  }
  return <AllDone />;
}

function AllDone() {
  const [tool] = readPageConfiguration().reportingTools;
  return (
    <div className={styles.screen} role="status">
      <span className={styles.mark}>
        <CheckCircleIcon size={24} />
      </span>
      <PageHeader title={texts.title}>
        <p>{texts.close}</p>
        <p>{texts.next}</p>
      </PageHeader>
      <div className={styles.actions}>
        {tool && (
          <LinkButton variant="primary" href={tool.url}>
            {texts.continueIn(tool.name)}
          </LinkButton>
        )}
        <LinkButton variant={tool ? 'secondary' : 'primary'} href="/">
          {texts.report}
        </LinkButton>
      </div>
    </div>
  );
}
