import { Button, PageHeader, TagIcon, Page } from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { RecordColumns } from '../../editing/index.ts';
import { RecordState, useRouteParam } from '../../lists/index.ts';
import { BrandForm } from './BrandForm.tsx';
import { BrandHistory } from './BrandHistory.tsx';
import { BrandStatusPill } from './BrandStatusPill.tsx';
import styles from './brands.module.css';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useChangeBrandStatus } from './useChangeBrandStatus.ts';

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
