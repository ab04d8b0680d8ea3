import { Pagination } from '@seller-connect/ui';
import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** Pagination; hidden for a single page. */
export function ReconcilePagination({
  of: { total, page, pageSize },
  hrefOf,
}: {
  readonly of: { readonly total: number; readonly page: number; readonly pageSize: number };
  readonly hrefOf: (page: number) => string;
}) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <Pagination
      label={texts.pages}
      page={page}
      pages={pages}
      hrefOf={hrefOf}
      labels={{ previous: texts.previous, next: texts.next, page: texts.pageOf }}
      format={formats.number}
    />
  );
}
