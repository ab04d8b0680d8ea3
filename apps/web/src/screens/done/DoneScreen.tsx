import { CheckCircleIcon, LinkButton, PageHeader, Skeleton, TextLink } from '@seller-connect/ui';
import { useSyncStatus } from '../../shops/shopSync.ts';
import { useState } from 'react';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import { NoShop, SetupBar } from '../../onboarding/index.ts';
import { storage } from '../../storage.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './done.module.css';
import { texts } from './texts.ts';

/** The end of the setup. It reports completion only if the server confirms it. */
export default function DoneScreen() {
  const query = useSyncStatus();
  const { data, isError } = query;
  if (data?.shops.length === 0) return <NoShop />;
  return (
    <div className={styles.frame}>
      <SetupBar at={data?.synced === false ? 'sync' : 'done'} always />
      {data === undefined && isError ? (
        <LoadError title={texts.unknown} query={query} />
      ) : (
        <SetupResult synced={data?.synced} />
      )}
    </div>
  );
}

interface SetupResultProps {
  /** Undefined while unknown. */
  readonly synced: boolean | undefined;
}

function SetupResult({ synced }: SetupResultProps) {
  if (synced === undefined) return <Skeleton shape="block" />;
  if (!synced) {
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
  return <SetupComplete />;
}

interface Destination {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** Returns the tool that referred the seller, at its return address, followed by the other tools. */
function destinations(): Destination[] {
  const from = storage.referredFrom.read();
  const others = readPageConfiguration().reportingTools.filter(({ id }) => id !== from?.tool.id);
  return from === null ? others : [{ ...from.tool, url: from.returnAddress }, ...others];
}

function SetupComplete() {
  const [tools] = useState(destinations);
  const [came] = useState(() => storage.referredFrom.read()?.tool.name);
  return (
    <div className={styles.screen} role="status">
      <span className={styles.mark}>
        <CheckCircleIcon size={24} />
      </span>
      <PageHeader title={texts.title}>
        <p>{came === undefined ? texts.close : texts.closeFor(came)}</p>
        <p>{texts.next}</p>
      </PageHeader>
      <div className={styles.actions}>
        {tools.map((tool, index) => (
          <LinkButton key={tool.id} variant={index === 0 ? 'primary' : 'secondary'} href={tool.url}>
            {texts.continueIn(tool.name)}
          </LinkButton>
        ))}
        <LinkButton variant={tools.length > 0 ? 'secondary' : 'primary'} href="/">
          {texts.report}
        </LinkButton>
      </div>
      <p className={styles.others}>
        {texts.others} <TextLink href="/settings/reporting-tools">{texts.othersLink}</TextLink>
      </p>
    </div>
  );
}
