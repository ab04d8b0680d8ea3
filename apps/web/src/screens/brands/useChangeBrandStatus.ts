import { showToast } from '@seller-connect/ui';
import type { Brand, BrandStatus } from '@seller-connect/contract';
import { useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { invalidateEverywhere } from '../../api/queries/invalidation.ts';
import { ApiError, catalogueClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { parseBrand } from './form.ts';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Puts the brand that a save returned into the query cache. */
export function cacheBrand(queries: QueryClient, brand: Brand): void {
  queries.setQueryData(brandQuery(brand.code).queryKey, brand);
}

/** Spec 4: switches a brand between Active and Inactive and shows a toast with an undo action. */
export function useChangeBrandStatus(): UseMutationResult<
  Brand,
  Error,
  { brand: Brand; status: BrandStatus }
> {
  const queries = useQueryClient();

  const save = (brand: Brand, status: BrandStatus) =>
    catalogueClient().call('updateBrand', {
      params: { code: brand.code },
      body: { status, version: brand.version },
    });

  /** Caches the newer version immediately, so that the next click acts on the displayed state. */
  function cacheNewer(error: Error): void {
    const current = error instanceof ApiError ? parseBrand(error.details['current']) : null;
    if (current) cacheBrand(queries, current);
  }

  async function undo(done: Brand, before: BrandStatus): Promise<void> {
    try {
      cacheBrand(queries, await save(done, before));
      showToast({ tone: 'positive', title: texts.undone(done.name) });
    } catch (error) {
      if (error instanceof Error) cacheNewer(error);
    }
    await invalidateEverywhere(queries, brandQueryNames);
  }

  return useMutation({
    mutationFn: ({ brand, status }: { brand: Brand; status: BrandStatus }) => save(brand, status),
    changes: brandQueryNames,
    onSuccess(done, { brand }) {
      cacheBrand(queries, done);
      const off = done.status === 'Inactive';
      showToast({
        tone: 'positive',
        title: (off ? texts.deactivated : texts.activated)(done.name),
        ...(off ? { text: texts.deactivatedText } : {}),
        action: { label: sharedTexts.undo, onPress: () => void undo(done, brand.status) },
      });
    },
    onError: cacheNewer,
  });
}
