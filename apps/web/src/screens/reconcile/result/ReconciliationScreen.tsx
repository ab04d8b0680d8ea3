import type { Reconciliation } from '@seller-connect/contract';
import { Banner, Block, EmptyState, LinkButton, PageHeader, PartnerMark } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RecordPending } from '../../../lists/index.ts';
import { formats, shared } from '../../../i18n/index.ts';
import { Differences } from './Differences.tsx';
import { NotCompared } from './ExcludedRows.tsx';
import { checkQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { Totals } from './TotalsTable.tsx';
import { Verdict } from '../VerdictPill.tsx';

/** What one check found: the verdict, the totals side by side, and every order that differs. */
export function CheckScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useQuery(checkQuery(id));
  if (query.data) return <Found check={query.data} />;
  return (
    <RecordPending
      title={texts.title}
      query={query}
      failed={texts.failed}
      missing={
        <EmptyState
          title={texts.missing}
          action={
            <LinkButton variant="primary" href="/reports/reconcile">
              {texts.back}
            </LinkButton>
          }
        >
          {texts.missingWhy}
        </EmptyState>
      }
    />
  );
}

function Found({ check }: { readonly check: Reconciliation }) {
  const at = (instant: string) => formats.dateTime(instant, check.timeZone);
  const facts = [
    texts.period(formats.day(check.from), formats.day(check.to)),
    check.exportedAt && texts.exported(at(check.exportedAt)),
    check.asOf && texts.asOf(at(check.asOf)),
    check.readAgain > 0 && texts.readAgain(formats.number(check.readAgain)),
    check.monthFirst && texts.monthFirst,
  ];
  return (
    <div className={styles.screen}>
      <PageHeader
        title={texts.checkTitle(check.fileName)}
        actions={<LinkButton href="/reports/reconcile">{texts.again}</LinkButton>}
      >
        <span className={styles.about}>
          <PartnerMark partner={check.platform} size={20} />
          {texts.of(shared.partners[check.platform], check.shopName)}
        </span>
      </PageHeader>
      <Block>
        <div className={styles.verdict}>
          <Verdict verdict={check.verdict} />
          <p className={styles.sentence}>
            {texts.sentence[check.verdict](
              formats.number(check.equal),
              formats.number(check.differing),
            )}
          </p>
          <p className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </Block>
      {check.outside > 0 && (
        <Banner title={texts.outside(formats.number(check.outside), formats.number(check.orders))}>
          {texts.outsideWhat}
        </Banner>
      )}
      <NotCompared check={check} />
      <Totals check={check} />
      <Differences check={check} />
    </div>
  );
}
