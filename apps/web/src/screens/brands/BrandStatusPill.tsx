import { StatusPill } from '@seller-connect/ui';
import type { BrandStatus } from '@seller-connect/contract';
import { texts } from './texts.ts';

/** Spec 4: a brand is Active or Inactive. */
export function BrandStatusPill({ status }: { readonly status: BrandStatus }) {
  return (
    <StatusPill state={status === 'Active' ? 'up_to_date' : 'paused'}>
      {texts.statuses[status]}
    </StatusPill>
  );
}
