import { notify } from '@seller-connect/ui';
import type { Brand, BrandStatus } from '@seller-connect/contract';
import { useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { publishChange } from '../../api/queries/invalidation.ts';
import { ApiFailure, catalogue } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { brandQueries } from '../../api/queries/queryKeys.ts';
import { brandFrom } from './form.ts';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Shows what the server answered after a save. */
export function keepBrand(queries: QueryClient, brand: Brand): void {
  queries.setQueryData(brandQuery(brand.code).queryKey, brand);
}

/** Spec 4: Active to Inactive and back, with a notification that takes it back. */
export function useStatusChange(): UseMutationResult<
  Brand,
  Error,
  { brand: Brand; status: BrandStatus }
> {
  const queries = useQueryClient();

  const save = (brand: Brand, status: BrandStatus) =>
    catalogue().call('updateBrand', {
      params: { code: brand.code },
      body: { status, version: brand.version },
    });

  /** The newer version is shown at once, so that a second press acts on what is seen. */
  function keepNewer(error: Error): void {
    const current = error instanceof ApiFailure ? brandFrom(error.details['current']) : null;
    if (current) keepBrand(queries, current);
  }

  async function undo(done: Brand, before: BrandStatus): Promise<void> {
    try {
      keepBrand(queries, await save(done, before));
      notify({ tone: 'positive', title: texts.undone(done.name) });
    } catch (error) {
      if (error instanceof Error) keepNewer(error);
    }
    await publishChange(queries, brandQueries);
  }

  return useMutation({
    mutationFn: ({ brand, status }: { brand: Brand; status: BrandStatus }) => save(brand, status),
    changes: brandQueries,
    onSuccess(done, { brand }) {
      keepBrand(queries, done);
      const off = done.status === 'Inactive';
      notify({
        tone: 'positive',
        title: (off ? texts.deactivated : texts.activated)(done.name),
        ...(off ? { text: texts.deactivatedText } : {}),
        action: { label: texts.undo, onPress: () => void undo(done, brand.status) },
      });
    },
    onError: keepNewer,
  });
}
