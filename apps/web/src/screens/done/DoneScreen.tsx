import {
  BarsIcon,
  ChartIcon,
  ChevronRightIcon,
  ClockIcon,
  EmptyState,
  LinkButton,
  Page,
  PartnerMark,
  Quiet,
  Skeleton,
  TableIcon,
} from '@seller-connect/ui';
import type { ShopProgress } from '@seller-connect/contract';
import { useSyncStatus } from '../../shops/shopSync.ts';
import { useState, type ReactNode } from 'react';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import { NoShop, SetupBar, SetupHero } from '../../onboarding/index.ts';
import { storage } from '../../storage.ts';
import { formats } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './done.module.css';
import { texts } from './texts.ts';

/** The end of the setup. It reports completion only if the server confirms it. */
export default function DoneScreen() {
  const query = useSyncStatus();
  const { data, isError } = query;
  if (data?.shops.length === 0) return <NoShop />;
  return (
    <Page width="medium" centered>
      <SetupBar at={data?.synced === false ? 'sync' : 'done'} always />
      {data === undefined && isError ? (
        <LoadError title={texts.unknown} query={query} />
      ) : (
        <SetupResult synced={data?.synced} shops={data?.shops ?? []} />
      )}
    </Page>
  );
}

interface SetupResultProps {
  /** Undefined while unknown. */
  readonly synced: boolean | undefined;
  readonly shops: readonly ShopProgress[];
}

function SetupResult({ synced, shops }: SetupResultProps) {
  if (synced === undefined) return <Skeleton shape="block" />;
  if (synced) return <SetupComplete shops={shops} />;
  return (
    <EmptyState
      screen
      title={texts.notYet}
      icon={<ClockIcon size={24} />}
      action={
        <LinkButton variant="primary" href="/connect/verified">
          {texts.progress}
        </LinkButton>
      }
    >
      {texts.notYetText}
    </EmptyState>
  );
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

function SetupComplete({ shops }: { readonly shops: readonly ShopProgress[] }) {
  const [[first, ...others]] = useState(destinations);
  const [referrer] = useState(() => storage.referredFrom.read()?.tool.name);
  return (
    <>
      <SetupHero
        announced
        title={texts.title}
        text={
          <>
            <p>{referrer === undefined ? texts.close : texts.closeFor(referrer)}</p>
            <p>{texts.next}</p>
          </>
        }
        actions={
          first ? (
            <LinkButton variant="primary" href={first.url}>
              {texts.continueIn(first.name)}
            </LinkButton>
          ) : (
            <LinkButton variant="primary" href="/">
              {texts.report}
            </LinkButton>
          )
        }
      >
        <ShopSummary shops={shops} />
      </SetupHero>
      <div className={styles.links}>
        {others.map((tool) => (
          <CardLink
            key={tool.id}
            href={tool.url}
            icon={<BarsIcon size={20} />}
            title={texts.continueIn(tool.name)}
          />
        ))}
        {first && (
          <CardLink
            href="/"
            icon={<ChartIcon size={20} />}
            title={texts.report}
            text={texts.reportText}
          />
        )}
        <CardLink
          href="/settings/reporting-tools"
          icon={<TableIcon size={20} />}
          title={texts.othersLink}
          text={texts.others}
        />
      </div>
    </>
  );
}

/** The marks of the shops, and how many shops and orders there are. */
function ShopSummary({ shops }: { readonly shops: readonly ShopProgress[] }) {
  const orders = shops
    .flatMap(({ streams }) => streams)
    .reduce((sum, { stream, rows }) => sum + (stream === 'orders' ? rows : 0), 0);
  const platforms = [...new Set(shops.map(({ platform }) => platform))];
  return (
    <p className={styles.summary}>
      {platforms.map((platform) => (
        <PartnerMark key={platform} partner={platform} size={24} />
      ))}
      <span>{texts.summary(shops.length, formats.number(orders))}</span>
    </p>
  );
}

interface CardLinkProps {
  readonly href: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
}

/** A link that is a card. */
function CardLink({ href, icon, title, text }: CardLinkProps) {
  return (
    <a className={styles.link} href={href}>
      <span className={styles.linkIcon}>{icon}</span>
      <span className={styles.linkText}>
        <span className={styles.linkTitle}>{title}</span>
        {text !== undefined && <Quiet>{text}</Quiet>}
      </span>
      <ChevronRightIcon />
    </a>
  );
}
