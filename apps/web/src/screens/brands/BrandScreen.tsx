import { Button, PageHeader, TagIcon, Page } from '@seller-connect/ui';
import type { Brand, BrandChange } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { RecordColumns, HistoryCard } from '../../editing/index.ts';
import { RecordState, useRouteParam } from '../../lists/index.ts';
import { BrandForm } from './BrandForm.tsx';
import { BrandStatusPill } from './BrandStatusPill.tsx';
import styles from './brands.module.css';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useChangeBrandStatus } from './useChangeBrandStatus.ts';
import { catalogueClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

/** The brand root: one brand with its form and its history. */
export default function BrandScreen() {
  const code = useRouteParam('code').toUpperCase();
  // Each brand gets a new form.
  return <BrandLoader key={code} code={code} />;
}

function BrandLoader({ code }: { readonly code: string }) {
  const query = useQuery(brandQuery(code));
  if (query.data) return <BrandDetails brand={query.data} />;
  return (
    <RecordState
      title={code}
      query={query}
      failed={texts.loadFailed}
      missing={{
        title: texts.missing(code),
        text: texts.missingText,
        icon: <TagIcon size={24} />,
        back: { href: '/brands', label: texts.backToList },
      }}
    />
  );
}

function BrandDetails({ brand }: { readonly brand: Brand }) {
  const change = useChangeBrandStatus();
  const active = brand.status === 'Active';
  return (
    <Page>
      <PageHeader
        title={brand.name}
        actions={
          <Button
            busy={change.isPending}
            onClick={() => change.mutate({ brand, status: active ? 'Inactive' : 'Active' })}
          >
            {active ? texts.deactivate : texts.activate}
          </Button>
        }
      >
        <span className={styles.state}>
          <span className={styles.code}>{brand.code}</span>
          <BrandStatusPill status={brand.status} />
        </span>
      </PageHeader>
      <RecordColumns>
        <BrandForm brand={brand} />
        <BrandHistory code={brand.code} />
      </RecordColumns>
    </Page>
  );
}

/** The change history of a brand: who changed what, and when. */
function BrandHistory({ code }: { readonly code: string }) {
  return (
    <HistoryCard
      title={texts.history}
      historyKey={queryKey('brandHistory', { code })}
      fetchPage={(page) => catalogueClient().call('brandHistory', { params: { code }, ...page })}
      describeChange={describeChange}
    />
  );
}

function describeChange({ before, after }: BrandChange): string[] {
  if (before === null) return [texts.added];
  const { statuses } = texts;
  return [
    ...(before.name === after.name ? [] : [texts.renamed(before.name, after.name)]),
    ...(before.status === after.status
      ? []
      : [texts.statusChanged(statuses[before.status], statuses[after.status])]),
  ];
}
