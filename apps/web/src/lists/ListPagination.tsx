import { Pagination } from '@seller-connect/ui';
import { formats } from '../i18n/index.ts';
import { texts } from './texts.ts';

export interface ListPaginationProps {
  readonly of: { readonly total: number; readonly page: number; readonly pageSize: number };
  readonly hrefOf: (page: number) => string;
}

/** Links to the pages of a list; nothing for a single page. */
export function ListPagination({ of: { total, page, pageSize }, hrefOf }: ListPaginationProps) {
  return (
    <Pagination
      label={texts.pages}
      page={page}
      pages={Math.ceil(total / pageSize)}
      hrefOf={hrefOf}
      labels={texts}
      format={formats.number}
    />
  );
}
