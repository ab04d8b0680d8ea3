import {
  Card,
  LinkButton,
  Quiet,
  Row,
  RowList,
  RowText,
  Skeleton,
  TextLink,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { PriceBrand, PricedBrands } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { formats } from '../../../i18n/index.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { useAuth } from '../../../session/index.ts';
import { storage } from '../../../storage.ts';
import { maxRows, pricedBrandsQuery } from './queries.ts';
import styles from './StaffHome.module.css';
import { texts } from './texts.ts';

/** What waits for staff: an unsent form of this tab, brands without prices, and prices of inactive brands. */
export function WaitingCard({ keepsPrices }: { readonly keepsPrices: boolean }) {
  const query = useQuery({ ...pricedBrandsQuery, enabled: keepsPrices });
  const draft = useDraftPage();
  const { data, isError } = query;
  const isLoading = keepsPrices && !data && !isError;
  const { withoutPrices, inactive } = data
    ? waitingBrands(data)
    : { withoutPrices: [], inactive: [] };
  const isNothing = draft === null && withoutPrices.length + inactive.length === 0;
  return (
    <Card flush title={texts.waiting} busy={isLoading}>
      {isLoading && (
        <div className={styles.padded}>
          <Skeleton shape="row" count={2} />
        </div>
      )}
      {isError && !data && (
        <div className={styles.padded}>
          <LoadError title={texts.failed} query={query} />
        </div>
      )}
      {isNothing && !isLoading && !isError && (
        <div className={styles.padded}>
          <Quiet as="p">{texts.nothing}</Quiet>
        </div>
      )}
      <RowList label={texts.waiting}>
        {draft !== null && (
          <Task
            title={texts.draft}
            action={
              <LinkButton size="small" href={draft}>
                {texts.resume}
              </LinkButton>
            }
          >
            {texts.draftText}
          </Task>
        )}
        {withoutPrices.length > 0 && (
          <Task
            title={texts.withoutPrices(formats.number(withoutPrices.length))}
            action={
              <LinkButton size="small" href="/pricing/new">
                {texts.addPrice}
              </LinkButton>
            }
          >
            <BrandNames brands={withoutPrices} hrefOf={({ code }) => `/brands/${code}`} />
          </Task>
        )}
        {inactive.length > 0 && (
          <Task title={texts.inactive(formats.number(inactive.length))}>
            <BrandNames
              brands={inactive}
              hrefOf={({ code }) => `/pricing?${new URLSearchParams({ brand: code }).toString()}`}
            />
          </Task>
        )}
      </RowList>
    </Card>
  );
}

/** Returns the page of the user's unsent form in this tab; null for none. */
function useDraftPage(): string | null {
  const { user } = useAuth();
  const draft = storage.formDraft.read();
  return draft && draft.owner === user?.profile.sub ? draftPage(draft.form) : null;
}

interface TaskProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Task({ title, action, children }: TaskProps) {
  return (
    <Row title={title} actions={action}>
      <RowText>{children}</RowText>
    </Row>
  );
}

interface BrandNamesProps {
  readonly brands: readonly PriceBrand[];
  readonly hrefOf: (brand: PriceBrand) => string;
}

/** The first brands by name, each as a link, and the number of the others. */
function BrandNames({ brands, hrefOf }: BrandNamesProps) {
  const rest = brands.length - maxRows;
  return (
    <>
      {brands.slice(0, maxRows).map((brand, index) => (
        <span key={brand.code}>
          {index > 0 && ', '}
          <TextLink href={hrefOf(brand)}>{brand.name}</TextLink>
        </span>
      ))}
      {rest > 0 && ` ${texts.more(formats.number(rest))}`}
    </>
  );
}

interface WaitingBrands {
  /** Active brands that no product with a price has. */
  readonly withoutPrices: readonly PriceBrand[];
  /** Inactive brands whose products still have prices. */
  readonly inactive: PricedBrands['items'];
}

/** Returns the brands on which staff have to act. */
function waitingBrands({ items, choices }: PricedBrands): WaitingBrands {
  const priced = new Set(items.filter(({ products }) => products > 0).map(({ code }) => code));
  return {
    withoutPrices: choices.filter(({ code, status }) => status === 'Active' && !priced.has(code)),
    inactive: items.filter(({ status, products }) => status === 'Inactive' && products > 0),
  };
}

/** Returns the page of an unsent form, or null for a form that is not of staff. */
function draftPage(form: string): string | null {
  if (form === 'new brand') return '/brands/new';
  if (form === 'new price') return '/pricing/new';
  const [, kind, id] = /^(brand|price) (.+)$/.exec(form) ?? [];
  if (kind === undefined || id === undefined) return null;
  return `/${kind === 'brand' ? 'brands' : 'pricing'}/${encodeURIComponent(id)}`;
}
