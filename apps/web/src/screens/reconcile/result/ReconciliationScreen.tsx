import type { Reconciliation } from '@seller-connect/contract';
import {
  Banner,
  Card,
  CheckCircleIcon,
  LinkButton,
  PageHeader,
  PartnerMark,
  Page,
  Quiet,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { RecordState, useRouteParam } from '../../../lists/index.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { Differences } from './Differences.tsx';
import { ExcludedRows } from './ExcludedRows.tsx';
import { reconciliationQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { ResultCounts } from './ResultCounts.tsx';
import { TotalsTable } from './TotalsTable.tsx';
import { VerdictPill } from '../VerdictPill.tsx';

/**
 * The result of a reconciliation: the verdict, the number of orders by outcome, the totals of both sides, and every
 * order that differs.
 */
export default function ReconciliationScreen() {
  const id = useRouteParam('id');
  const query = useQuery(reconciliationQuery(id));
  if (query.data) return <ReconciliationResult reconciliation={query.data} />;
  return (
    <RecordState
      title={texts.title}
      query={query}
      failed={texts.failed}
      missing={{
        title: texts.missing,
        text: texts.missingWhy,
        icon: <CheckCircleIcon size={24} />,
        back: { href: '/reports/reconcile', label: texts.back },
      }}
    />
  );
}

function ReconciliationResult({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const at = (instant: string) => formats.dateTime(instant, reconciliation.timeZone);
  const facts = [
    texts.period(formats.day(reconciliation.from), formats.day(reconciliation.to)),
    reconciliation.exportedAt && texts.exported(at(reconciliation.exportedAt)),
    reconciliation.asOf && texts.asOf(at(reconciliation.asOf)),
    reconciliation.refetched > 0 && texts.ordersRefetched(formats.number(reconciliation.refetched)),
    reconciliation.monthFirst && texts.monthFirst,
  ];
  return (
    <Page>
      <PageHeader
        title={texts.reconciliationTitle(reconciliation.fileName)}
        actions={<LinkButton href="/reports/reconcile">{texts.again}</LinkButton>}
      >
        <span className={styles.about}>
          <PartnerMark partner={reconciliation.platform} size={20} />
          {texts.of(partnerName(reconciliation.platform), reconciliation.shopName)}
        </span>
      </PageHeader>
      <Card>
        <div className={styles.verdict}>
          <VerdictPill verdict={reconciliation.verdict} />
          <ResultCounts reconciliation={reconciliation} />
          <p className={styles.sentence}>
            {knownText(
              texts.sentence,
              reconciliation.verdict,
              texts.sentence.other,
            )(formats.number(reconciliation.equal), formats.number(reconciliation.differing))}
          </p>
          <Quiet as="p">{facts.filter(Boolean).join(' · ')}</Quiet>
        </div>
      </Card>
      {reconciliation.outside > 0 && (
        <Banner
          title={texts.outside(
            formats.number(reconciliation.outside),
            formats.number(reconciliation.orders),
          )}
        >
          {texts.outsideWhat}
        </Banner>
      )}
      <ExcludedRows reconciliation={reconciliation} />
      <TotalsTable reconciliation={reconciliation} />
      <Differences reconciliation={reconciliation} />
    </Page>
  );
}
