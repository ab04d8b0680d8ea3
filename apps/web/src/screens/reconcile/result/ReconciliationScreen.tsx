import type { Reconciliation } from '@seller-connect/contract';
import {
  Banner,
  Card,
  CheckCircleIcon,
  LinkButton,
  PageHeader,
  PartnerMark,
  Page,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { RecordState, useRouteParam } from '../../../lists/index.ts';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { Differences } from './Differences.tsx';
import { ExcludedRows } from './ExcludedRows.tsx';
import { reconciliationQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { TotalsTable } from './TotalsTable.tsx';
import { VerdictPill } from '../VerdictPill.tsx';

/** The result of a reconciliation: the verdict, the totals of both sides, and every order that differs. */
export default function ReconciliationScreen() {
  const id = useRouteParam('id');
  const query = useQuery(reconciliationQuery(id));
  if (query.data) return <ReconciliationResult check={query.data} />;
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

function ReconciliationResult({ check }: { readonly check: Reconciliation }) {
  const at = (instant: string) => formats.dateTime(instant, check.timeZone);
  const facts = [
    texts.period(formats.day(check.from), formats.day(check.to)),
    check.exportedAt && texts.exported(at(check.exportedAt)),
    check.asOf && texts.asOf(at(check.asOf)),
    check.readAgain > 0 && texts.readAgain(formats.number(check.readAgain)),
    check.monthFirst && texts.monthFirst,
  ];
  return (
    <Page>
      <PageHeader
        title={texts.checkTitle(check.fileName)}
        actions={<LinkButton href="/reports/reconcile">{texts.again}</LinkButton>}
      >
        <span className={styles.about}>
          <PartnerMark partner={check.platform} size={20} />
          {texts.of(sharedTexts.partners[check.platform], check.shopName)}
        </span>
      </PageHeader>
      <Card>
        <div className={styles.verdict}>
          <VerdictPill verdict={check.verdict} />
          <p className={styles.sentence}>
            {texts.sentence[check.verdict](
              formats.number(check.equal),
              formats.number(check.differing),
            )}
          </p>
          <p className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </Card>
      {check.outside > 0 && (
        <Banner title={texts.outside(formats.number(check.outside), formats.number(check.orders))}>
          {texts.outsideWhat}
        </Banner>
      )}
      <ExcludedRows check={check} />
      <TotalsTable check={check} />
      <Differences check={check} />
    </Page>
  );
}
