import type { BrandQuery } from '@seller-connect/contract';
import { queryOptions } from '@tanstack/react-query';
import { missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { listQuery } from '../../lists/listQuery.ts';

export const brandsQuery = (query: BrandQuery) => listQuery('listBrands', { query });

export const brandQuery = (code: string) =>
  queryOptions({
    ...endpointQuery('getBrand', { params: { code }, handleErrorLocally: missingRecordStatuses }),
    staleTime: 0,
    // A refetch could disturb a form in progress. A newer version is reported on save.
    refetchOnWindowFocus: false,
  });
